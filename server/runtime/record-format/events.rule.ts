import type { RunErrorKind } from '../../../contracts/runtime/runs';
import { WatchedEvent } from '../../../contracts/runtime/watched-events';
import type { Frame } from './frames.rule';

/** An error of the study's code as the browser reported it, a file that failed to preload, or a missing end. */
export interface CodeError {
  /**
   * A keyed hash of the complete error, in hexadecimal digits: the same error has the same one in every run. With a
   * plain hash, a researcher could try which clock time was in a message.
   */
  readonly hash: string;
  /** The kind of error; `began` is not an error, but reports that the study has started after all. */
  readonly kind: Exclude<RunErrorKind, 'missing_file'> | 'began';
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}
/** What the events of a batch add to the counts of its run. */
export interface EventCounts {
  /** How many errors the study's code had, and files were not loaded. */
  readonly errors: number;
  /** How often the study's window lost the focus. */
  readonly focus_lost: number;
  /** The different errors, each listed once. */
  readonly different: readonly CodeError[];
}

/** The largest event that is read; our own are far smaller, and larger ones are data of the study. */
const mostBytes = 8_000;
const mostDifferent = 20;
const mostChars = 500;

/**
 * Records of the kind `event` are small and mostly written by our own script (web/src/runner), so they
 * are read where they are stored. Trials are not.
 * @param keyed a hash of a text under the server's key
 */
export function countEvents(
  frames: readonly Frame[],
  keyed: (text: string) => Buffer,
): EventCounts {
  const different = new Map<string, CodeError>();
  let [errors, focus_lost] = [0, 0];
  for (const { kind, data } of frames) {
    if (kind !== 'event' || data.length > mostBytes) continue;
    const event = WatchedEvent.safeParse(parsed(data.toString('utf8'))).data;
    if (!event) continue;
    if (event.type === 'blur') {
      focus_lost += 1;
      continue;
    }
    if (counts(event)) errors += 1;
    const error = codeError(event, keyed);
    if (different.size < mostDifferent) different.set(error.hash, error);
  }
  return { errors, focus_lost, different: [...different.values()] };
}

/**
 * A file of the study itself that failed to load is listed, but does not count as an error of the run: names of files
 * reveal conditions, and the number of errors is shown beside each run, also in blinded sessions.
 */
const counts = (event: WatchedEvent): boolean =>
  event.type !== 'began' && !(event.type === 'load_failed' && !/^\w+:\/\//.test(event.address));

type Telling = Exclude<WatchedEvent, { type: 'blur' }>;
type Said = Omit<CodeError, 'hash'>;

function saidBy(event: Telling): Said {
  switch (event.type) {
    case 'error': {
      const { message, file, line } = event;
      const place = { file: plain(file ?? '') || null, line: line ?? null };
      return { kind: 'error', message: plain(message), ...place };
    }
    case 'file_not_loaded':
      return {
        kind: 'not_loaded',
        message: event.why,
        file: plain(event.file) || null,
        line: null,
      };
    case 'blocked':
      return ofAddress('blocked', event.directive, event.address);
    case 'load_failed':
      return ofAddress('load_failed', event.element, event.address);
    case 'ended_by_participant':
      return { kind: 'no_end', message: '', file: null, line: null };
    case 'began':
      return { kind: 'began', message: '', file: null, line: null };
    case 'not_started':
    case 'stuck':
      return { kind: event.type, message: event.told ? 'told' : '', file: null, line: null };
  }
}

/** Removes query and fragment, which may identify the participant. */
const ofAddress = (kind: 'blocked' | 'load_failed', message: string, address: string): Said => ({
  kind,
  message: plain(message),
  file: plain(address.replace(/[?#].*$/s, '')) || null,
  line: null,
});

function codeError(event: Telling, keyed: (text: string) => Buffer): CodeError {
  const said = saidBy(event);
  const { kind, ...rest } = said;
  // The text to hash has no kind for errors of code, since older hashes were made without one.
  const text = JSON.stringify(kind === 'error' ? rest : said);
  return { hash: keyed(text).toString('hex', 0, 16), ...said };
}

/** For rehearsals, errors have no kind, so the message contains the address and what blocked or requested it. */
export const inWords = (told: EventCounts): EventCounts => ({
  ...told,
  different: told.different
    .filter(({ kind }) => kind !== 'began')
    .map((error) =>
      error.kind === 'blocked'
        ? { ...error, message: `Content-Security-Policy: ${error.message}` }
        : error.kind === 'load_failed'
          ? { ...error, message: `<${error.message}>` }
          : error,
    ),
});

/** Removes U+0000, which PostgreSQL text columns refuse. */
const plain = (text: string): string =>
  text
    .slice(0, mostChars)
    .replace(/\p{Cc}/gu, ' ')
    .trim();

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
