import { screen, within } from '@testing-library/react';
import {
  readReceipt,
  type Receipt,
  type ReceiptBody,
} from '../../../../../contracts/payments/receipts/receipts';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  aDepositReceipt,
  aDisbursementLog,
  aPaymentReceipt,
  aSessionReceipt,
  signedReceiptFile,
} from '../../../test/a-receipt';
import { distantFuture, profileRoute, aUser } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';

beforeEach(() => freshBrowser());

const receiptOf = (body: ReceiptBody, more: Partial<Receipt> = {}): Receipt => ({
  file: signedReceiptFile(body),
  voided_by: null,
  own_code: null,
  has_names: false,
  ...more,
});
const show = (body: ReceiptBody, more: Partial<Receipt> = {}, search = '') => {
  const asked = fakeServer(
    profileRoute(aUser({})),
    on(readReceipt).answer({ status: 200, body: receiptOf(body, more) }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/receipts/${body.type}/${body.id}${search}`);
  return asked;
};
const value = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling;

test('the receipt of a deposit has its number, amount and references, and its signature', async () => {
  show(aDepositReceipt);
  expect(await screen.findByRole('heading', { name: 'Receipt of a deposit' })).toBeVisible();
  expect(await value('Number')).toHaveTextContent('D-2026-00007');
  expect(await value('Amount')).toHaveTextContent('€500.00');
  expect(await value('Reference of the bank')).toHaveTextContent('B-77');
  expect(await value('Booked on')).toHaveTextContent('November 28, 2026');
  expect(screen.getByText(signedReceiptFile(aDepositReceipt).signature)).toBeVisible();
});

test('the receipt of a payment names the payer, and says what the participant code on it reveals', async () => {
  show(aPaymentReceipt);
  expect(await value('Paid by')).toHaveTextContent('Ada Lovelace, University of X');
  expect(await value('Paid in')).toHaveTextContent('Cash');
  expect(screen.getByRole('note')).toHaveTextContent('your participant code');
});

test('the receipt of a session has the pay per hour, and says from what it is computed', async () => {
  show(aSessionReceipt);
  expect(await value('Pay per hour')).toHaveTextContent(
    '€10.98, by the median of 24.6 min that people took',
  );
});

test('a receipt from before receipts stated the pay per hour shows none', async () => {
  const { hourly: _, ...before } = aSessionReceipt;
  show(before);
  expect(await value('Paid')).toHaveTextContent('€9.00, to 2 participants');
  expect(screen.queryByText('Pay per hour')).toBeNull();
});

test('a payment that was taken back has no day and no method', async () => {
  show({ ...aPaymentReceipt, outcome: 'taken_back', amount: 0, method: null } as ReceiptBody);
  expect(await value('State')).toHaveTextContent('This payment did not take place.');
  expect(screen.queryByText('Paid in')).toBeNull();
});

test('a log has a row for each payment, the reader’s own code, and the day of its state', async () => {
  show(aDisbursementLog(3), { own_code: 'a1b2c3d4' });
  const rows = within(await screen.findByRole('table', { name: 'Payments' })).getAllByRole('row');
  expect(rows).toHaveLength(4);
  expect(rows[1]).toHaveTextContent('5f0c2a9b1d3e4f00');
  expect(rows[2]).toHaveTextContent('Bank transfer');
  expect(await value('Total')).toHaveTextContent('€13.50, to 3 participants');
  expect(screen.getByText('Your own code in this log is a1b2c3d4.')).toBeVisible();
  expect(screen.getByText(/as it was when November 29, 2026 began/)).toBeVisible();
  expect(screen.getByText(/replaces L-2026-00002/)).toBeVisible();
});

test('a former receipt is found by its number, and says which receipt replaces it', async () => {
  const asked = show(aDepositReceipt, { voided_by: 'D-2026-00009' }, '?number=D-2026-00007');
  expect(await screen.findByText('Void. D-2026-00009 counts instead.')).toBeVisible();
  const [request] = asked.filter(({ path }) => path.startsWith('/api/receipts/'));
  expect(request?.query.get('number')).toBe('D-2026-00007');
});

test.each(['/receipts/deposit/0193a1b2-0000-7000-8000-000000000091', '/receipts/thing/1'])(
  'a receipt that does not exist is reported at %s',
  async (address) => {
    fakeServer(profileRoute(aUser({})), on(readReceipt).answer(refusal('not_found')));
    useAuth.getState().signedIn('tok', distantFuture);
    renderPage(address);
    expect(
      await screen.findByText('It belongs to another person, or nothing has been paid yet.'),
    ).toBeVisible();
  },
);

test('the texts are German if the reader’s are', async () => {
  await freshBrowser('de');
  show(aPaymentReceipt);
  expect(await value('Gezahlt von')).toHaveTextContent('Ada Lovelace');
});
