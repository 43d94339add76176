import { screen, waitFor, within } from '@testing-library/react';
import {
  announceDeposit,
  type Deposit,
  listDeposits,
  listWallets,
  type Wallet,
} from '../../../../contracts/payments/funding';
import { listGiftCodes } from '../../../../contracts/payments/gift-codes/gift-codes';
import { readInvoiceAddress } from '../../../../contracts/payments/receipts/invoice-address';
import { listRefunds, type Refund } from '../../../../contracts/payments/receipts/receipts';
import { readPricing } from '../../../../contracts/payments/pricing';
import { useAuth } from '../../lib/auth/auth.store';
import { distantFuture, profileRoute, aUser, pricingWithoutFee } from '../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../test/fake-server';
import { ada, aDeposit, aWallet } from '../../test/own-money';
import { freshBrowser, renderPage } from '../../test/render-app';
import { fill, fillAndEnter, user } from '../../test/user';

let wallets: Wallet[];
let deposits: Deposit[];
let refunds: Refund[] = [];
let asked: ReturnType<typeof fakeServer>;

interface Shown {
  wallets?: Wallet[];
  deposits?: Deposit[];
  prepaid?: boolean;
  role?: 'ADMINISTRATOR' | null;
  first?: FakeRoute;
}
const show = ({ prepaid = true, role = null, first, ...start }: Shown = {}) => {
  wallets = start.wallets ?? [];
  deposits = start.deposits ?? [];
  asked = fakeServer(
    ...(first ? [first] : []),
    profileRoute(
      aUser({ role, is_researcher: true, organization: 'X', researcher_privilege: true }),
    ),
    on(readPricing).answer({ status: 200, body: { ...pricingWithoutFee, prepaid } }),
    on(listGiftCodes).answer({ status: 200, body: { items: [], next_cursor: null, more: 0 } }),
    on(readInvoiceAddress).answer({ status: 200, body: { address: null } }),
    on(listWallets).answer(() => ({ status: 200, body: { items: wallets, next_cursor: null } })),
    on(listRefunds).answer(() => ({ status: 200, body: { items: refunds, next_cursor: null } })),
    on(listDeposits).answer(() => ({ status: 200, body: { items: deposits, next_cursor: null } })),
    on(announceDeposit).answer(({ body }) => {
      const made = aDeposit({ ...body, reference: 'CL-NEW1-0001' });
      deposits = [made, ...deposits];
      return { status: 201, body: made };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/payment-methods');
};
const open = async () =>
  user.click(await screen.findByRole('button', { name: 'Announce a bank transfer' }));
const form = () => within(screen.getByRole('region', { name: 'Announce a bank transfer' }));
const amount = () => form().getByRole('textbox', { name: 'Amount' });
const sent = () => asked.filter(({ method }) => method === 'POST');
beforeEach(() => freshBrowser());

test.each([
  [true, /^Add money before you launch/],
  [false, /^You pay from a purse of your own, so you can launch/],
])(
  'without a wallet, the page says what to do when money comes first (%p)',
  async (prepaid, text) => {
    show({ prepaid });
    expect(await screen.findByText('No wallet yet')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Announce a bank transfer' })).toBeVisible();
  },
);

test.each([
  [0, 'This balance can’t fall below zero: money comes first.'],
  [-20_000, 'This balance may fall to -€200.00.'],
  [null, 'You pay from a purse of your own: this balance may fall below zero.'],
])(
  'a wallet with the minimum %p shows balance, what is held and how far it may fall',
  async (minimum, text) => {
    show({ wallets: [aWallet({ minimum, held: 3_150 })] });
    const wallet = within(await screen.findByRole('listitem', { name: 'Wallet in EUR' }));
    expect(wallet.getByText('€500.00')).toBeVisible();
    expect(wallet.getByText('€31.50 more is held for sessions.')).toBeVisible();
    expect(wallet.getByText(text)).toBeVisible();
    expect(screen.getByText('No transfers yet. Announce one to add money.')).toBeVisible();
  },
);

test('the list shows the state of each transfer, and why one was refused', async () => {
  const id = (n: number) => `0193a1b2-0000-7000-8000-00000000009${n}`;
  show({
    deposits: [
      aDeposit({ _id: id(1) }),
      aDeposit({ _id: id(2), state: 'confirmed', bank_reference: 'B-77', amount: 100 }),
      aDeposit({ _id: id(3), state: 'refused', reason: 'Never arrived', amount: 200 }),
    ],
  });
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/€500\.00/)).getByText('Announced')).toBeVisible();
  expect((await row(/€1\.00/)).getByText('At the bank: B-77')).toBeVisible();
  expect((await row(/€2\.00/)).getByText('Never arrived')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Copy CL-7K3M-92QX' })).toHaveLength(3);
});

test('Enter announces the amount, and the reference is shown with a focused copy button', async () => {
  show();
  await open();
  expect(amount()).toHaveFocus();
  await fillAndEnter(amount(), '250.50');
  const told = await screen.findByRole('status', { name: /Now transfer €250\.50/ });
  expect(within(told).getByText('CL-NEW1-0001')).toBeVisible();
  const copy = within(told).getByRole('button', { name: 'Copy the reference' });
  expect(copy).toHaveFocus();
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe('CL-NEW1-0001');
  expect(sent().map(({ body }) => body)).toEqual([{ amount: 25_050, currency: 'EUR' }]);
  expect(await screen.findByRole('row', { name: /€250\.50/ })).toBeVisible();
});

test('another offered currency can be chosen, and keeps the digits that were typed', async () => {
  show();
  await open();
  await fill(amount(), '40');
  await user.click(form().getByRole('combobox', { name: 'Currency' }));
  await user.click(await screen.findByRole('option', { name: 'USD' }));
  await user.click(form().getByRole('button', { name: 'Get the reference' }));
  await screen.findByText(/Now transfer/);
  expect(sent().map(({ body }) => body)).toEqual([{ amount: 4_000, currency: 'USD' }]);
});

test('an amount that is missing or zero is reported at the field, and nothing is sent', async () => {
  show();
  await open();
  await user.keyboard('{Enter}');
  expect(await form().findByText('Fill this in')).toBeVisible();
  await fillAndEnter(amount(), '0');
  expect(await form().findByText('This number is too small')).toBeVisible();
  expect(amount()).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('a retry after a failure sends the same key, and another amount a new one', async () => {
  let failures = 2;
  show({
    first: on(announceDeposit).answer(() => (failures-- > 0 ? refusal('unavailable') : undefined)),
  });
  await open();
  await fillAndEnter(amount(), '10');
  expect(await form().findByRole('alert')).toHaveTextContent('What you entered is still here.');
  await user.click(form().getByRole('button', { name: 'Get the reference' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  await user.clear(amount());
  await fillAndEnter(amount(), '11');
  await screen.findByText(/Now transfer €11\.00/);
  const [first, retry, other] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toBeTruthy();
  expect(retry).toBe(first);
  expect(other).not.toBe(first);
});

test('a refusal of the amount is shown at the field, any other one in the form', async () => {
  let first = true;
  show({
    first: on(announceDeposit).answer(() => {
      if (!first) return refusal('too_many_deposits', { description: 'Twenty transfers wait.' });
      first = false;
      return refusal('validation_failed', {
        fields: [{ path: 'amount', code: 'too_big', description: 'Too big.' }],
      });
    }),
  });
  await open();
  await fillAndEnter(amount(), '10');
  expect(await form().findByText('This number is too big')).toBeVisible();
  await user.click(form().getByRole('button', { name: 'Get the reference' }));
  expect(await form().findByText('Twenty transfers wait.')).toBeVisible();
});

test('a list that could not be loaded is loaded again when the researcher asks for it', async () => {
  let fails = true;
  show({
    wallets: [aWallet()],
    first: on(listWallets).answer(() => (fails ? refusal('internal') : undefined)),
  });
  expect(await screen.findByText('Your wallets could not be loaded')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem', { name: 'Wallet in EUR' })).toBeVisible();
});

test('an administrator who is a researcher, too, sees only their own money on this page', async () => {
  show({ role: 'ADMINISTRATOR', wallets: [aWallet()] });
  await screen.findByRole('listitem', { name: 'Wallet in EUR' });
  const lists = asked.filter(({ path }) =>
    [listWallets.path, listDeposits.path].includes(path as never),
  );
  expect(lists.map(({ query }) => query.get('researcher'))).toEqual([ada._id, ada._id]);
});

test('a transfer that arrived has a receipt, and so has a refund', async () => {
  refunds = [
    {
      _id: '0193a1b2-0000-7000-8000-000000000095',
      wallet_id: '0193a1b2-0000-7000-8000-000000000071',
      amount: 2_000,
      currency: 'EUR',
      reference: 'R-77',
      day: '2026-11-28',
    },
  ];
  const id = (n: number) => `0193a1b2-0000-7000-8000-00000000009${n}`;
  show({
    deposits: [
      aDeposit({ _id: id(1), state: 'confirmed', bank_reference: 'B-1', reference: 'CL-1' }),
      aDeposit({ _id: id(2), reference: 'CL-2' }),
    ],
  });
  expect(await screen.findByRole('link', { name: 'Receipt of CL-1' })).toHaveAttribute(
    'href',
    `/receipts/deposit/${id(1)}`,
  );
  expect(screen.queryByRole('link', { name: 'Receipt of CL-2' })).toBeNull();
  expect(await screen.findByRole('link', { name: 'Receipt of €20.00' })).toHaveAttribute(
    'href',
    `/receipts/refund/${id(5)}`,
  );
  expect(screen.getByRole('row', { name: /R-77.*November 28, 2026/ })).toBeVisible();
  refunds = [];
});
