import { researcherRunFile, type RunFile } from '../../../../../contracts/runtime/run-files';
import {
  researcherRunRecords,
  type StoredRecord,
} from '../../../../../contracts/runtime/stored-records';
import { ApiError, parseAnswer, authHeaders } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

/** The number of records in one page. */
export const recordsPerPage = 100;

/**
 * Fetches the records of a run after a sequence number, as lines of JSON.
 * @param query the query string: `after` is the sequence number. `limit` is the highest number of
 * records; without it, the response contains all records
 * @throws ApiError
 */
async function linesOf(run: string, query: string, signal?: AbortSignal): Promise<string> {
  const path = researcherRunRecords.path.replace('{id}', encodeURIComponent(run));
  try {
    const answer = await fetch(`${config.apiUrl}${path}${query}`, {
      headers: authHeaders(),
      credentials: 'include',
      signal,
    });
    const text = await answer.text();
    parseAnswer(answer.status, text, (name) => answer.headers.get(name));
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
  const lines = await linesOf(run, `?after=${after}&limit=${recordsPerPage}`, signal);
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredRecord);
}

export async function saveRecords(run: string, name: string): Promise<void> {
  const lines = await linesOf(run, '');
  hand(new Blob([lines], { type: 'application/x-ndjson' }), name);
}

/**
 * Saves a file that a run created.
 * @throws ApiError
 */
export async function saveRunFile(run: string, { sha256, name }: RunFile): Promise<void> {
  const path = researcherRunFile.path
    .replace('{id}', encodeURIComponent(run))
    .replace('{sha256}', sha256);
  let bytes: Blob;
  try {
    const answer = await fetch(`${config.apiUrl}${path}`, {
      headers: authHeaders(),
      credentials: 'include',
    });
    if (!answer.ok)
      parseAnswer(answer.status, await answer.text(), (header) => answer.headers.get(header));
    bytes = await answer.blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, 'unreachable', '');
  }
  hand(bytes, name);
}

function hand(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
