import { gradebookFile } from '../../../../../../contracts/teaching/credits';
import { saveFile } from '../../../../lib/save-file';
import { fetchFile } from '../../fetch-file';

/** Characters that file systems do not allow in names. */
const refused = /[\\/:*?"<>|]/g;

/**
 * Fetches the gradebook as a table and lets the browser save it.
 * @throws ApiError
 */
export async function saveGradebook(classroom: string, name: string): Promise<void> {
  const bytes = await fetchFile(gradebookFile.path.replace('{id}', classroom));
  saveFile(name.replace(refused, '-'), bytes, 'text/csv');
}
