import { rehearsalExport } from '../../../../../contracts/research-data/rehearsal-data';
import type { ExportFormat } from '../../../../../contracts/research-data/research-data';
import { ApiError, parseAnswer, authHeaders } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

/**
 * Fetches the archive of a rehearsal and lets the browser save it.
 * @throws ApiError
 */
export async function downloadRehearsal(id: string, format: ExportFormat): Promise<void> {
  const path = rehearsalExport.path.replace('{id}', encodeURIComponent(id));
  const answer = await fetch(`${config.apiUrl}${path}?format=${format}`, {
    headers: authHeaders(),
    credentials: 'include',
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok)
    parseAnswer(answer.status, await answer.text(), (name) => answer.headers.get(name));
  const url = URL.createObjectURL(await answer.blob());
  const name = `rehearsal-${format}.zip`;
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
