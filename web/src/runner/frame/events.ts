type Tell = (event: Readonly<Record<string, unknown>>) => void;

/**
 * The highest number of events of one document, so that a study whose errors repeat endlessly does
 * not fill its run.
 */
const most = { error: 20, moment: 500 };
const short = (text: string) => text.slice(0, 500);

/** Returns the path of a file within the study, without the address of the run, which is secret. */
const pathIn = (address: string) =>
  address.replace(/^.*?\/(?:s\/[^/]+|publix\/[^/]+\/[^/]+)\//, '');

const madeIn = /(\/(?:s\/[^/\s]+|publix\/[^/\s]+\/[^/\s]+)\/\S+?):(\d+):(\d+)\)?$/m;

/**
 * Returns the file and line where an error was created. The error may be thrown somewhere else, for
 * example by a promise.
 */
function madeAt(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, file = '', line, column] = madeIn.exec(stack) ?? [];
  return file ? { file: pathIn(file), line: Number(line), column: Number(column) } : undefined;
}

/** Reports errors of the study's code, with the file and line that the study itself names. */
export function reportErrors(tell: Tell): void {
  let left = most.error;
  const say = (message: string, where: Readonly<Record<string, unknown>> = {}) => {
    if (left-- > 0) tell({ type: 'error', message: short(message), ...where });
  };
  addEventListener('error', ({ message, filename, lineno, colno, error }) =>
    say(message, madeAt(error) ?? { file: pathIn(filename), line: lineno, column: colno }),
  );
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
    say(
      reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason),
      madeAt(reason),
    ),
  );
}

/**
 * Reports when the page lost the focus, was hidden, or left full screen. These events describe the
 * participant's attention. The platform draws no conclusion from them.
 */
export function reportAttention(
  tell: Tell,
  isInside: (element: Element | null) => boolean = () => false,
): void {
  let left = most.moment;
  const say = (type: string) => {
    // Milliseconds since this document began, so that no clock time leaves the study.
    if (left-- > 0) tell({ type, at: Math.round(performance.now()) });
  };
  // If a frame inside the page takes the focus, that frame reports when the window is left.
  addEventListener('blur', () => {
    if (!isInside(document.activeElement)) say('blur');
  });
  addEventListener('focus', () => say('focus'));
  document.addEventListener('visibilitychange', () => say(document.hidden ? 'hidden' : 'visible'));
  document.addEventListener('fullscreenchange', () =>
    say(document.fullscreenElement ? 'fullscreen' : 'fullscreen_left'),
  );
}

/**
 * How often the time of day is compared with the page's own clock, and the smallest difference that
 * is reported, in milliseconds.
 */
const comparedMs = 5_000;
const leastMs = 500;

/**
 * Rounds the duration of a pause up to a power of ten: 1,000 for half a second, 100,000 for a
 * minute. The exact duration would link participations of one person, since all tabs of a browser
 * sleep for the same time.
 */
const magnitudeOf = (ms: number) => Math.sign(ms) * 10 ** `${Math.abs(ms)}`.length;

/**
 * Reports two signs by which a researcher judges a run. The first: a program controls the browser;
 * browsers report this themselves. The second: the device slept, or its clock was set; then the
 * time of day jumps, but the page's own clock does not. The platform draws no conclusion from these
 * events.
 */
export function reportAutomationAndSleep(tell: Tell): void {
  if (navigator.webdriver) tell({ type: 'automated' });
  // These functions are read now, since the study may replace them later.
  const [day, page] = [Date.now.bind(Date), performance.now.bind(performance)];
  let left = most.moment;
  let apart = day() - page();
  setInterval(() => {
    const now = day() - page();
    const ms = Math.round(now - apart);
    apart = now;
    if (Math.abs(ms) >= leastMs && left-- > 0)
      tell({ type: 'clock_jump', at: Math.round(page()), ms: magnitudeOf(ms) });
  }, comparedMs);
}
