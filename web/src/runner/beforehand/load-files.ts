import type { StartedRun } from '../../../../contracts/runtime';
import { Rest } from '../rest';

type Wanted = StartedRun['files'][number];
interface Loading {
  /** The address of a file by its path. */
  readonly addressOf: (path: string) => string;
  /** How many bytes are here. */
  readonly tell: (bytes: number) => void;
  readonly signal: AbortSignal;
  /** Milliseconds before each further try, and without a byte before one is given up; in tests shorter. */
  readonly pauses?: readonly number[];
  readonly patienceMs?: number;
}

/** So many at once. */
const lanes = 4;
const usualPauses = [500, 1_500, 4_000, 8_000];

/**
 * Loads files, each again when it does not come, or not whole.
 * @param known by their paths: what is here already, and what comes
 * @returns those that did not come
 */
export async function loadFiles(
  files: readonly Wanted[],
  known: Map<string, Blob>,
  { addressOf, tell, signal, pauses = usualPauses, patienceMs = 20_000 }: Loading,
): Promise<Wanted[]> {
  const wanted = files.filter(({ path }) => !known.has(path));
  const gone: Wanted[] = [];
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
  const patiently = async ({ path, bytes }: Wanted): Promise<Blob | undefined> => {
    for (const wait of [0, ...pauses]) {
      // Not all of them at the same moments.
      if (wait > 0) await new Rest().for(wait * (0.5 + Math.random()));
      if (signal.aborted) return undefined;
      const blob = await once(addressOf(path), add, { signal, patienceMs });
      if (blob?.size === bytes) return blob;
      add(-(blob?.size ?? 0));
    }
    return undefined;
  };
  tell(here);
  await Promise.all(Array.from({ length: lanes }, lane));
  return gone;
}

/** @returns undefined where it did not come; what was told of its bytes is taken back then */
async function once(
  address: string,
  add: (bytes: number) => void,
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
): Promise<Blob | undefined> {
  const stalled = new AbortController();
  const stop = () => stalled.abort();
  signal.addEventListener('abort', stop);
  let timer = setTimeout(stop, patienceMs);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: stalled.signal });
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
    add(-bytes);
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
