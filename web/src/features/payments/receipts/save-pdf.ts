import { receiptPdf } from '../../../../../contracts/payments/receipts/receipts';
import { type ReceiptType } from '../../../../../contracts/payments/receipts/receipt-number';
import { parseAnswer, ApiError, authHeaders } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

/**
 * Lets the browser save a receipt as PDF. A plain link would not do, because the request must carry
 * the token of the sign-in.
 * @throws ApiError
 */
export async function savePdf(
  { type, id }: { type: ReceiptType; id: string },
  number: string,
): Promise<void> {
  const path = receiptPdf.path.replace('{type}', type).replace('{id}', id);
  const answer = await fetch(`${config.apiUrl}${path}?number=${encodeURIComponent(number)}`, {
    headers: authHeaders(),
    credentials: 'include',
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok)
    parseAnswer(answer.status, await answer.text(), (name) => answer.headers.get(name));
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: url, download: `${number}.pdf` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
