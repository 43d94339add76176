import type { LoadFailureReason, StartedRun } from '../../../../contracts/runtime/runtime';
import { randomizePause } from '../../lib/uploads/retry-pause';

type RunFile = StartedRun['files'][number];
/** A file that could not be loaded, with the reason, as far as a page can find out the reason. */
export type MissingFile = RunFile & { readonly why: LoadFailureReason };
interface Loading {
  /** Returns the address of the file with this path. */
  readonly addressOf: (path: string) => string;
  /** Called with the number of bytes that have arrived. */
  readonly tell: (bytes: number) => void;
  /**
   * Checks whether the server answers other requests. It is called if no request for a file got an
   * answer.
   */
  readonly isReached: () => Promise<boolean>;
  readonly signal: AbortSignal;
  /**
   * `pauses`: the milliseconds before each further try. `patienceMs`: if no byte arrives for this
   * time, the try is given up. Tests set shorter times.
   */
  readonly pauses?: readonly number[];
  readonly patienceMs?: number;
}

/** The number of files that are loaded at the same time. */
const lanes = 4;
const usualPauses = [500, 1_500, 4_000, 8_000];

/**
 * Loads files; a file that does not arrive, or not completely, is requested again.
 * @param known the files that have already arrived, by path; files that arrive now are added
 * @returns the files that did not arrive. The reason is `blocked` if the server answered no attempt
 * to load the file but answers other requests
 */
export async function loadFiles(
  files: readonly RunFile[],
  known: Map<string, Blob>,
  { addressOf, tell, isReached, signal, pauses = usualPauses, patienceMs = 20_000 }: Loading,
): Promise<MissingFile[]> {
  const wanted = files.filter(({ path }) => !known.has(path));
  const gone: RunFile[] = [];
  const answered = new Set<string>();
  let here = files.reduce((sum, { path, bytes }) => sum + (known.has(path) ? bytes : 0), 0);
  let next = 0;
  const add = (bytes: number) => tell((here += bytes));
  const lane = async () => {
    for (let at = wanted[next++]; at !== undefined && !signal.aborted; at = wanted[next++]) {
      const blob = await patiently(at);
      if (blob) known.set(at.path, blob);
      else gone.push(at);
    }
  };
  const patiently = async ({ path, bytes }: RunFile): Promise<Blob | undefined> => {
    for (const wait of [0, ...pauses]) {
      // The pause has a random part, so that the files are not all requested at the same moment.
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, randomizePause(wait)));
      if (signal.aborted) return undefined;
      const answers = () => answered.add(path);
      const blob = await once(addressOf(path), add, { signal, patienceMs, answers });
      if (blob?.size === bytes) return blob;
      add(-(blob?.size ?? 0));
    }
    return undefined;
  };
  tell(here);
  await Promise.all(Array.from({ length: lanes }, lane));
  const isBlocked = ({ path }: RunFile) => !answered.has(path);
  const reached = !signal.aborted && gone.some(isBlocked) && (await isReached());
  return gone.map((one) => ({ ...one, why: reached && isBlocked(one) ? 'blocked' : 'incomplete' }));
}

/**
 * Requests a file.
 * @returns undefined if the file did not arrive; its bytes are then subtracted from the progress
 */
async function once(
  address: string,
  add: (bytes: number) => void,
  { signal, patienceMs, answers }: { signal: AbortSignal; patienceMs: number; answers: () => void },
): Promise<Blob | undefined> {
  const stalled = new AbortController();
  const stop = () => stalled.abort();
  signal.addEventListener('abort', stop);
  let timer = setTimeout(stop, patienceMs);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: stalled.signal });
    answers();
    if (!answer.ok || !answer.body) return undefined;
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(stop, patienceMs);
      parts.push(part.value);
      bytes += part.value.length;
      add(part.value.length);
    }
    return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
  } catch {
    // No byte came for too long: the connection is slow, which does not mean that the browser
    // blocks the request.
    if (stalled.signal.aborted) answers();
    add(-bytes);
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
