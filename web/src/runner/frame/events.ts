type Tell = (event: Readonly<Record<string, unknown>>) => void;

/** Events of one document at most, so that a study in a loop of errors fills no run. */
const most = { error: 20, moment: 500 };
const short = (text: string) => text.slice(0, 500);

/** Without the address of a run, which is a secret: only the file's own path. */
const pathIn = (address: string) =>
  address.replace(/^.*?\/(?:s\/[^/]+|publix\/[^/]+\/[^/]+)\//, '');

const madeIn = /(\/(?:s\/[^/\s]+|publix\/[^/\s]+\/[^/\s]+)\/\S+?):(\d+):(\d+)\)?$/m;

/** Where an error was made: what throws it again, as promises do, is not where it came from. */
function madeAt(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, file = '', line, column] = madeIn.exec(stack) ?? [];
  return file ? { file: pathIn(file), line: Number(line), column: Number(column) } : undefined;
}

/** Errors of the study's code, with file and line as the study named them. */
export function tellErrors(tell: Tell): void {
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

/** Attention, as data: when the page was left, hidden, or full screen ended; never a verdict. */
export function tellAttention(
  tell: Tell,
  isInside: (element: Element | null) => boolean = () => false,
): void {
  let left = most.moment;
  const say = (type: string) => {
    // Milliseconds since this document began: no clock time leaves the study.
    if (left-- > 0) tell({ type, at: Math.round(performance.now()) });
  };
  // The keyboard goes to a frame of the page: that one says whether the window is left.
  addEventListener('blur', () => {
    if (!isInside(document.activeElement)) say('blur');
  });
  addEventListener('focus', () => say('focus'));
  document.addEventListener('visibilitychange', () => say(document.hidden ? 'hidden' : 'visible'));
  document.addEventListener('fullscreenchange', () =>
    say(document.fullscreenElement ? 'fullscreen' : 'fullscreen_left'),
  );
}

/** How often two clocks are compared, and what is more than they differ by themselves. */
const comparedMs = 5_000;
const leastMs = 500;

/**
 * The next power of ten: 1,000 of half a second, 100,000 of a minute. Two tabs of a browser sleep for
 * the same milliseconds, which would join the participations of a person.
 */
const magnitudeOf = (ms: number) => Math.sign(ms) * 10 ** `${Math.abs(ms)}`.length;

/**
 * Signs by which a researcher judges a run: that a program drives the browser, as browsers say
 * themselves, and that the device slept or its clock was set, which a page sees when the time of day
 * moves on without its own clock. Data, never a verdict.
 */
export function tellSigns(tell: Tell): void {
  if (navigator.webdriver) tell({ type: 'automated' });
  // The study may replace them later.
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
