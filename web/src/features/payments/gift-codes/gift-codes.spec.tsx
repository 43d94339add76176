import { fireEvent, screen, within } from '@testing-library/react';
import { listDeposits, listWallets } from '../../../../../contracts/payments/funding';
import {
  addGiftCodes,
  type AddedGiftCodes,
  type GiftCodeGroup,
  listGiftCodes,
} from '../../../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import { readInvoiceAddress } from '../../../../../contracts/payments/receipts/invoice-address';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../test/common-answers';
import { type FakeAnswer, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';

const group = (more: Partial<GiftCodeGroup> = {}): GiftCodeGroup => ({
  brand: 'Bookshop',
  amount: 1_000,
  currency: 'EUR',
  expires: null,
  left: 40,
  handed_out: 3,
  expired: 0,
  lasting: 40,
  needed: 0,
  low: false,
  ...more,
});
let groups: GiftCodeGroup[];
let asked: ReturnType<typeof fakeServer>;
const empty = { status: 200 as const, body: { items: [], next_cursor: null } };

interface Shown {
  stock?: GiftCodeGroup[];
  more?: number;
  /** The answers to the uploaded files, in the order of the uploads. */
  answers?: FakeAnswer<typeof addGiftCodes>[];
}
const show = async ({ stock = [], more = 0, answers = [] }: Shown = {}) => {
  groups = stock;
  asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    on(readInvoiceAddress).answer({ status: 200, body: { address: null } }),
    on(listWallets).answer(empty),
    on(listDeposits).answer(empty),
    on(listGiftCodes).answer(() => ({
      status: 200,
      body: { items: groups, next_cursor: null, more },
    })),
    on(addGiftCodes).answer(() => answers.shift()),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/payment-methods');
  return within(await screen.findByRole('region', { name: 'Gift codes' }));
};
const sent = () => asked.filter(({ method }) => method === 'POST');
const keys = () => sent().map(({ headers }) => headers['idempotency-key']);
const fileInput = () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  return input;
};
const csv = (name = 'codes.csv', content = 'brand,amount') =>
  new File([content], name, { type: 'text/csv', lastModified: 1 });
const choose = (file = csv()) => user.upload(fileInput(), file);
const submit = () => user.click(screen.getByRole('button', { name: 'Add the codes' }));
const addedOf = (...added: AddedGiftCodes['added']): FakeAnswer<typeof addGiftCodes> => ({
  status: 201,
  body: { items: groups, next_cursor: null, more: 0, added },
});
const faulty = (...fields: { path: string; code: string; description: string }[]) =>
  refusal('validation_failed', { fields });
beforeEach(() => freshBrowser());

test('without codes, the section says what they are for, which columns a file has, and offers a template', async () => {
  const section = await show();
  expect(
    await section.findByText(/^Pay participants with gift codes that you bought/),
  ).toBeVisible();
  const columns = within(section.getByRole('table', { name: 'Columns of the file' }));
  for (const name of ['brand', 'amount', 'currency', 'code', 'pin', 'expires'])
    expect(columns.getByText(name, { selector: 'code' })).toBeVisible();
  let saved: Blob | undefined;
  URL.createObjectURL = (blob) => {
    saved = blob as Blob;
    return 'blob:a';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  await user.click(section.getByRole('button', { name: 'Download a template' }));
  expect(saved?.type).toContain('text/csv');
});

test.each([
  [{}, 'In stock'],
  [{ left: 4, low: true }, 'Low'],
  [{ left: 0, low: true }, 'Used up'],
  [{ left: 0, low: true, expired: 2, expires: '2026-11-01' }, 'Expired'],
])('a group %j is shown as %s, in words', async (more, state) => {
  const section = await show({ stock: [group(more)] });
  const row = within(await section.findByRole('row', { name: /Bookshop/ }));
  expect(row.getByText(state)).toBeVisible();
  expect(row.getByText('€10.00')).toBeVisible();
});

test('a group with few codes says how many may still be chosen, and how many codes are valid long enough', async () => {
  const section = await show({
    stock: [group({ left: 4, lasting: 1, needed: 1_200, low: true }), group({ brand: 'Films' })],
  });
  const row = within(await section.findByRole('row', { name: /Bookshop/ }));
  expect(row.getByText(/may still choose 1,200 codes of this amount/)).toHaveTextContent(
    '1 code of this amount is valid for 14 days or longer.',
  );
  const other = within(section.getByRole('row', { name: /Films/ }));
  expect(other.queryByText(/may still choose/)).toBeNull();
});

test('the table shows the day of expiry without a shift by time zone, and says when its numbers are from', async () => {
  const section = await show({
    stock: [group({ expires: '2027-01-01', left: 1_234, handed_out: 56, expired: 0 })],
    more: 2,
  });
  const row = within(await section.findByRole('row', { name: /Bookshop/ }));
  expect(row.getByText(/1.*2027/)).toBeVisible();
  expect(row.getByText('1,234')).toBeVisible();
  expect(row.getByText('56')).toBeVisible();
  expect(section.getByText(/^2 further rows are not shown/)).toBeVisible();
  expect(section.getByText(/from the beginning of today \(UTC\)/)).toBeVisible();
});

test('a chosen file is sent once the researcher says so, and the page says how many codes of which value it added', async () => {
  const section = await show({
    answers: [
      addedOf(
        { amount: 500, currency: 'EUR', codes: 1 },
        { amount: 1_000, currency: 'EUR', codes: 20 },
      ),
    ],
  });
  await section.findByText(/^Pay participants/);
  await choose();
  expect(sent()).toEqual([]);
  expect(section.getByText(/^You can’t take codes out again/)).toBeVisible();
  groups = [group()];
  await submit();
  const told = await section.findByRole('status');
  expect(within(told).getByText('21 codes added')).toBeVisible();
  expect(within(told).getByText('1 code of €5.00')).toBeVisible();
  expect(within(told).getByText('20 codes of €10.00')).toBeVisible();
  expect(told).toHaveFocus();
  expect(await section.findByRole('row', { name: /Bookshop/ })).toBeVisible();
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('a dropped file is handled like a chosen one', async () => {
  const section = await show();
  fireEvent.drop(await section.findByText(/^Drag a CSV file here/), {
    dataTransfer: { files: [csv('dropped.csv')] },
  });
  expect(section.getByText(/dropped\.csv/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add the codes' })).toHaveFocus();
});

test('faults are shown by line and column, nothing is added, and the corrected file can be sent', async () => {
  const section = await show({
    answers: [
      faulty(
        { path: 'lines.3.amount', code: 'too_small', description: 'This is too small.' },
        { path: 'lines.1.7', code: 'column_unknown', description: 'This column is not known.' },
        { path: 'lines.9', code: 'more_cells', description: 'This line has more cells.' },
      ),
      addedOf({ amount: 500, currency: 'EUR', codes: 1 }),
    ],
  });
  await choose();
  await submit();
  const alert = await section.findByRole('alert');
  expect(alert).toHaveFocus();
  expect(within(alert).getByText('Nothing was added: the file has 3 faults')).toBeVisible();
  const list = within(section.getByRole('table', { name: 'Faults of the file' }));
  const rows = list.getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['3', 'amount', 'This is too small.'],
    ['1', 'Column 7', 'This column is not known.'],
    ['9', 'Whole line', 'This line has more cells.'],
  ]);
  expect(screen.queryByRole('button', { name: 'Add the codes' })).toBeNull();
  await choose(csv('codes.csv', 'brand,amount,code'));
  expect(section.queryByRole('alert')).toBeNull();
  await submit();
  expect(await section.findByText('1 code added')).toBeVisible();
});

test('a list of a hundred faults says that it shows the first ones', async () => {
  const section = await show({
    answers: [
      faulty(
        ...Array.from({ length: 100 }, (_, i) => ({
          path: `lines.${i + 2}.code`,
          code: 'required',
          description: 'This is required.',
        })),
      ),
    ],
  });
  await choose();
  await submit();
  expect(await section.findByText(/^These are the first hundred/)).toBeVisible();
});

test('after a lost answer, choosing the same file again sends the same key; another file has its own', async () => {
  const lost = refusal('unavailable');
  const section = await show({ answers: [lost, lost, lost] });
  for (const file of [csv(), csv(), csv('more.csv')]) {
    await choose(file);
    await submit();
    expect(await section.findByText(/Trying again adds no code twice/)).toBeVisible();
  }
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a file that is too large is not sent', async () => {
  const section = await show();
  await choose(csv('big.csv', 'x'.repeat(paymentsLimits.giftCodeFileBytes + 1)));
  expect(section.getByRole('alert')).toHaveTextContent('This file is larger than 2 MB.');
  expect(screen.queryByRole('button', { name: 'Add the codes' })).toBeNull();
});
