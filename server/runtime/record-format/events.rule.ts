import type { RunErrorKind } from '../../../contracts/runtime/runs';
import { WatchedEvent } from '../../../contracts/runtime/watched-events';
import type { RecordFrame } from './frames.rule';

/**
 * An error of the study's code as the browser reported it, a file that failed to preload, or the
 * report that a study did not end.
 */
export interface ReportedCodeError {
  /**
   * A keyed hash of the complete error, in hexadecimal digits: equal errors have the same hash in
   * every run. The error's message may contain a clock time. If the hash had no key, a researcher
   * could find this time by computing the hashes of all possible times.
   */
  readonly hash: string;
  /** The kind of error; `began` is not an error, but reports that the study has started after all. */
  readonly kind: Exclude<RunErrorKind, 'missing_file'> | 'began';
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}
/** What a batch of records adds to the counts of its run. */
export interface EventCounts {
  /** How many errors the study's code had, and how many files were not loaded. */
  readonly errors: number;
  /** How often the study's window lost the focus. */
  readonly focus_lost: number;
  /** The different errors, each listed once. */
  readonly different: readonly ReportedCodeError[];
}

/**
 * Only events up to this size in bytes are parsed. Events of our own script are far smaller; larger
 * ones are data of the study.
 */
const mostBytes = 8_000;
const mostDifferent = 20;
const mostChars = 500;

/**
 * Counts the events of a batch. Only records of the kind `event` are parsed when they arrive: they
 * are small and mostly written by our own script (web/src/runner). Trials are not parsed.
 * @param keyed computes the hash of a text with the server's key
 */
export function countEvents(
  frames: readonly RecordFrame[],
  keyed: (text: string) => Buffer,
): EventCounts {
  const different = new Map<string, ReportedCodeError>();
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
 * Whether an event counts as an error of the run. A file of the study itself that failed to load is
 * listed but does not count: its name may reveal the condition, and the number of errors is shown
 * beside each run, also in blinded sessions.
 */
const counts = (event: WatchedEvent): boolean =>
  event.type !== 'began' && !(event.type === 'load_failed' && !/^\w+:\/\//.test(event.address));

type Telling = Exclude<WatchedEvent, { type: 'blur' }>;
type Said = Omit<ReportedCodeError, 'hash'>;

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

/**
 * Makes an error from an address. Its query and fragment are removed, since they may identify the
 * participant.
 */
const ofAddress = (kind: 'blocked' | 'load_failed', message: string, address: string): Said => ({
  kind,
  message: plain(message),
  file: plain(address.replace(/[?#].*$/s, '')) || null,
  line: null,
});

function codeError(event: Telling, keyed: (text: string) => Buffer): ReportedCodeError {
  const said = saidBy(event);
  const { kind, ...rest } = said;
  // The hashed text contains the kind of the error only if it is not `error`, so that older hashes,
  // which had no kind, stay the same.
  const text = JSON.stringify(kind === 'error' ? rest : said);
  return { hash: keyed(text).toString('hex', 0, 16), ...said };
}

/**
 * Describes the kind of an error in its message, since errors of rehearsals are stored without
 * their kind. Reports that a study has begun after all are left out.
 */
export const putErrorKindsIntoMessages = (told: EventCounts): EventCounts => ({
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
