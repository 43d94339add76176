import { recordsOfRun, type StoredRecord } from '../../../../../contracts/runtime';
import { ApiError, answerOf, headersOf } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

/** One page of a run's records. */
export const recordsAtOnce = 100;

/**
 * The records of a run behind a number, as lines of JSON.
 * @param limit all of them where there is none
 * @throws ApiError
 */
async function linesOf(run: string, query: string, signal?: AbortSignal): Promise<string> {
  const path = recordsOfRun.path.replace('{id}', encodeURIComponent(run));
  try {
    const answer = await fetch(`${config.apiUrl}${path}${query}`, {
      headers: headersOf(),
      credentials: 'include',
      signal,
    });
    const text = await answer.text();
    answerOf(answer.status, text, (name) => answer.headers.get(name));
    return text;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', '');
  }
}

export async function readRecords(
  run: string,
  after: number,
  signal: AbortSignal,
): Promise<StoredRecord[]> {
  const lines = await linesOf(run, `?after=${after}&limit=${recordsAtOnce}`, signal);
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredRecord);
}

/** Hands the browser a file with all records of a run. */
export async function saveRecords(run: string, name: string): Promise<void> {
  const lines = await linesOf(run, '');
  const url = URL.createObjectURL(new Blob([lines], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
