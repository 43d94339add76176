import { parseAnswer, ApiError, authHeaders } from '../../lib/http/api';
import { config } from '../../lib/http/config';

/**
 * Fetches a file that only a signed-in person may read. The response is read as bytes, since a text
 * would lose the byte order mark, by which spreadsheets recognize the encoding.
 * @throws ApiError
 */
export async function fetchFile(path: string): Promise<Blob> {
  const answer = await fetch(`${config.apiUrl}${path}`, {
    headers: authHeaders(),
    credentials: 'include',
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok)
    parseAnswer(answer.status, await answer.text(), (name) => answer.headers.get(name));
  return answer.blob();
}
