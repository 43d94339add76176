import {
  payoutBatchFile,
  type PayoutFileFormat,
} from '../../../../../../contracts/payments/bank-payouts';
import { ApiError, parseAnswer, authHeaders } from '../../../../lib/http/api';
import { config } from '../../../../lib/http/config';

/**
 * Fetches the open transfers of a batch as a file for the bank, and lets the browser save it.
 * @throws ApiError
 */
export async function saveBatchFile(
  { _id, currency }: { _id: string; currency: string },
  format: PayoutFileFormat,
): Promise<void> {
  const path = payoutBatchFile.path.replace('{id}', encodeURIComponent(_id));
  const answer = await fetch(`${config.apiUrl}${path}?format=${format}`, {
    headers: authHeaders(),
    credentials: 'include',
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok)
    parseAnswer(answer.status, await answer.text(), (name) => answer.headers.get(name));
  const url = URL.createObjectURL(await answer.blob());
  const name = `payout-batch-${currency}-${_id.slice(-6)}.${format === 'csv' ? 'csv' : 'xml'}`;
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
