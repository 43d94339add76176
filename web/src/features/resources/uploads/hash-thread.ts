import { ApiError } from '../../../lib/http/api';
import type { HashResponse, HashRequest } from './hash-worker';

interface Waiting {
  readonly resolve: (sha256: string) => void;
  readonly reject: (error: Error) => void;
}

let thread: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

/** Stops the thread after it could not be loaded or failed; the next file starts a new one. */
function endThread(): void {
  thread?.terminate();
  thread = undefined;
  for (const { reject } of waiting.values()) reject(new ApiError(0, 'unreachable', ''));
  waiting.clear();
}

function startThread(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<HashResponse>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('sha256' in data) one?.resolve(data.sha256);
    else one?.reject(new Error('unreadable'));
  };
  started.onerror = endThread;
  return started;
}

/**
 * Computes the SHA-256 of a file in a web worker, in hexadecimal digits.
 * @throws ApiError of status 0 if the worker's program could not be fetched; Error for a file that
 * cannot be read
 */
export function hashInWorker(file: Blob): Promise<string> {
  thread ??= startThread();
  last += 1;
  const request: HashRequest = { id: last, file };
  const answer = new Promise<string>((resolve, reject) =>
    waiting.set(request.id, { resolve, reject }),
  );
  thread.postMessage(request);
  return answer;
}
