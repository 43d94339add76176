import { type ExpenseFilter, expensesFile } from '../../../../../contracts/payments/expenses';
import { ApiError, parseAnswer, authHeaders } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

/**
 * Fetches the lines as a table and lets the browser save it. The response is read as bytes, since a
 * text would lose the byte order mark, by which spreadsheets recognize the encoding.
 * @throws ApiError
 */
export async function saveExpenses(filter: ExpenseFilter, name: string): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  );
  const answer = await fetch(`${config.apiUrl}${expensesFile.path}?${query}`, {
    headers: authHeaders(),
    credentials: 'include',
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok) parseAnswer(answer.status, await answer.text(), (key) => answer.headers.get(key));
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
