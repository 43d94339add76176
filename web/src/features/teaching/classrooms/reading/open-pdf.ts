import { submissionPdf } from '../../../../../../contracts/teaching/assignments';
import { saveFile } from '../../../../lib/save-file';
import { fetchFile } from '../../fetch-file';

/**
 * Opens the PDF of a submission in another tab; if the browser blocks the tab, it saves a file
 * named by the submission's number. A plain link would not send the token of the sign-in.
 * @throws ApiError
 */
export async function openPdf(id: string, number: string): Promise<void> {
  const bytes = await fetchFile(submissionPdf.path.replace('{id}', id));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  if (window.open(url, '_blank') === null) saveFile(`${number}.pdf`, bytes, 'application/pdf');
  // The PDF's address stays valid for a minute, so that even a slow viewer can read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
