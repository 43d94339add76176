import { submissionPdf } from '../../../../../../contracts/teaching/assignments';
import { saveFile } from '../../../../lib/save-file';
import { fetchFile } from '../../fetch-file';

/**
 * Opens the PDF of a submission in another tab; if the browser opens none, it saves the PDF under its number. The address
 * needs the token of the sign-in, so it is no link.
 * @throws ApiError
 */
export async function openPdf(id: string, number: string): Promise<void> {
  const bytes = await fetchFile(submissionPdf.path.replace('{id}', id));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  if (window.open(url, '_blank') === null) saveFile(`${number}.pdf`, bytes, 'application/pdf');
  // Long enough for a slow viewer to have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
