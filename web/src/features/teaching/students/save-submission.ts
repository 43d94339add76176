import { submissionPdf } from '../../../../../contracts/teaching/assignments';
import { saveFile } from '../../../lib/save-file';
import { fetchFile } from '../fetch-file';

/**
 * Fetches the PDF of the student's own submission and lets the browser save it.
 * @throws ApiError
 */
export async function saveSubmission(id: string): Promise<void> {
  const bytes = await fetchFile(submissionPdf.path.replace('{id}', id));
  saveFile('submission.pdf', bytes, 'application/pdf');
}
