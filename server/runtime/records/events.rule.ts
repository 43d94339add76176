import type { RunErrorKind } from '../../../contracts/runs';
import { WatchedEvent } from '../../../contracts/runtime';
import type { Frame } from './frames.rule';

/** An error of the study's code as the browser told it, a file that the page around did not get, or no end. */
export interface CodeError {
  /**
   * Of all that it says, under the server's key, in hexadecimal digits: the same error has the same one
   * in every run. By a plain one, a researcher who reads it could try which clock time was in a message.
   */
  readonly hash: string;
  readonly kind: Exclude<RunErrorKind, 'missing_file'>;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}
/** What those who watch are told of a batch. */
export interface Told {
  /** How many errors of the study's code, and files that were not loaded. */
  readonly errors: number;
  /** How often the study's window lost the focus. */
  readonly focus_lost: number;
  /** The errors, each once. */
  readonly different: readonly CodeError[];
}

/** Our own are far smaller; a larger one is data of the study's that is not read here. */
const mostBytes = 8_000;
const mostDifferent = 20;
const mostChars = 500;

/**
 * Records of the kind `event` are small and mostly written by our own script (web/src/runner), so they
 * are read where they are stored. Trials are not.
 */
/** @param keyed a hash of a text under the server's key */
export function toldBy(frames: readonly Frame[], keyed: (text: string) => Buffer): Told {
  const different = new Map<string, CodeError>();
  let [errors, focus_lost] = [0, 0];
  for (const { kind, data } of frames) {
    if (kind !== 'event' || data.length > mostBytes) continue;
    const event = WatchedEvent.safeParse(parsed(data.toString('utf8'))).data;
    if (event?.type === 'blur') focus_lost += 1;
    if (!event || event.type === 'blur') continue;
    errors += 1;
    const error = codeError(event, keyed);
    if (different.size < mostDifferent) different.set(error.hash, error);
  }
  return { errors, focus_lost, different: [...different.values()] };
}

function codeError(
  event: Exclude<WatchedEvent, { type: 'blur' }>,
  keyed: (text: string) => Buffer,
): CodeError {
  if (event.type === 'file_not_loaded') {
    const kind = 'not_loaded' as const;
    const said = { message: event.why, file: plain(event.file) || null, line: null };
    return { hash: keyed(JSON.stringify({ kind, ...said })).toString('hex', 0, 16), kind, ...said };
  }
  if (event.type === 'ended_by_participant') {
    const kind = 'no_end' as const;
    const said = { message: '', file: null, line: null };
    return { hash: keyed(kind).toString('hex', 0, 16), kind, ...said };
  }
  const { message, file, line } = event;
  const said = { message: plain(message), file: plain(file ?? '') || null, line: line ?? null };
  const hash = keyed(JSON.stringify(said)).toString('hex', 0, 16);
  return { hash, kind: 'error', ...said };
}

/** As a text column takes it: PostgreSQL refuses U+0000. */
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
