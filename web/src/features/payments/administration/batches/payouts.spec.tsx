import { screen, waitFor, within } from '@testing-library/react';
import {
  createPayoutBatch,
  listPayoutBatches,
  type PayoutBatch,
  type PayoutLine,
  settlePayoutBatch,
  readPayoutBatch,
  type WaitingPayouts,
} from '../../../../../../contracts/payments/bank-payouts';
import { readPricing } from '../../../../../../contracts/payments/pricing';
import { useAuth } from '../../../../lib/auth/auth.store';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { fill, user } from '../../../../test/user';

const batchId = '0193a1b2-0000-7000-8000-0000000000b1';
const grace = {
  _id: '0193a1b2-0000-7000-8000-000000000009',
  first_name: 'Grace',
  last_name: 'Hopper',
};
const aBatch = (more: Partial<PayoutBatch> = {}): PayoutBatch => ({
  _id: batchId,
  drawn_by: grace,
  currency: 'EUR',
  payments: 2,
  total: 900,
  states: { drawn: 2, paid: 0, returned: 0 },
  created_at: '2026-11-20T10:00:00Z',
  ...more,
});
const aLine = (n: number, more: Partial<PayoutLine> = {}): PayoutLine => ({
  _id: `0193a1b2-0000-4000-8000-0000000000c${n}`,
  holder: ['Ada Lovelace', 'Alan Turing'][n] ?? null,
  iban: 'DE89370400440532013000',
  amount: 450,
  state: 'drawn',
  reason: null,
  ...more,
});

let waiting: WaitingPayouts[];
let batches: PayoutBatch[];
let lines: PayoutLine[];
let asked: ReturnType<typeof fakeServer>;

const show = (...first: FakeRoute[]) => {
  asked = fakeServer(
    ...first,
    profileRoute(aUser({ ...grace, role: 'ADMINISTRATOR' })),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    on(listPayoutBatches).answer(() => ({
      status: 200,
      body: { items: batches, next_cursor: null, waiting },
    })),
    on(createPayoutBatch).answer(() => {
      waiting = [];
      batches = [aBatch()];
      return { status: 201, body: aBatch() };
    }),
    on(readPayoutBatch).answer(() => ({
      status: 200,
      body: { ...aBatch(batches[0]), lines },
    })),
    on(settlePayoutBatch).answer(({ body }) => {
      const isAll = 'all' in body;
      const returned = isAll ? 0 : body.lines.filter(({ state }) => state === 'returned').length;
      const paid = isAll ? 2 : body.lines.length - returned;
      batches = [aBatch({ states: { drawn: 2 - paid - returned, paid, returned } })];
      return { status: 200, body: aBatch(batches[0]) };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  return renderPage('/admin/payments?tab=payouts');
};
const sent = (wanted: string) => asked.filter(({ method }) => method === wanted);
const bodies = (wanted: string) => sent(wanted).map(({ body }) => body);
const showings = () => asked.filter(({ path }) => path === `/api/payout-batches/${batchId}/`);
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const opened = async () => {
  await press('Open €9.00, 2 payments');
  const drawer = await dialog('€9.00 · 2 payments');
  await drawer.findByText('The audit log records that you see these accounts, and each download.');
  return drawer;
};

beforeEach(async () => {
  waiting = [{ currency: 'EUR', payments: 2, total: 900 }];
  batches = [aBatch()];
  lines = [aLine(0), aLine(1)];
  await freshBrowser();
});

describe('the payouts that wait for the next batch', () => {
  test('become a batch after a confirmation; a retry sends the same key', async () => {
    batches = [];
    let refusals = 1;
    show(on(createPayoutBatch).answer(() => (refusals-- > 0 ? refusal('unavailable') : undefined)));
    expect(await screen.findByText('No batches yet')).toBeVisible();
    expect(screen.getByText('2 payments')).toBeVisible();
    await press('Draw a batch in EUR');
    const asking = await dialog('Draw a batch');
    await user.click(asking.getByRole('button', { name: 'Draw the batch' }));
    expect(await asking.findByRole('alert')).toBeVisible();
    await user.click(asking.getByRole('button', { name: 'Draw the batch' }));
    expect(await screen.findByText('Drawn: 2 payments, €9.00')).toBeVisible();
    expect(bodies('POST')).toEqual([{ currency: 'EUR' }, { currency: 'EUR' }]);
    const keys = sent('POST').map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(await screen.findByText('No payment waits.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Open €9.00, 2 payments' })).toBeVisible();
  });

  test('cannot become a batch if another administrator has made one meanwhile, and the dialog says so', async () => {
    show(
      on(createPayoutBatch).answer(refusal('nothing_to_pay', { description: 'Nothing waits.' })),
    );
    await press('Draw a batch in EUR');
    const asking = await dialog('Draw a batch');
    await user.click(asking.getByRole('button', { name: 'Draw the batch' }));
    expect(await asking.findByText('Nothing waits.')).toBeVisible();
  });
});

describe('a batch of payouts', () => {
  test('shows no account before it is opened, and says that opening is recorded', async () => {
    show();
    expect(await screen.findByText(/The audit log records each time/)).toBeVisible();
    expect(screen.queryByText('Ada Lovelace')).toBeNull();
    expect(showings()).toEqual([]);
    const drawer = await opened();
    expect(await drawer.findByText('Ada Lovelace')).toBeVisible();
    expect(drawer.getAllByText('DE89 3704 0044 0532 0130 00')).toHaveLength(2);
    expect(showings()).toHaveLength(1);
  });

  test('is marked as paid as a whole, and its accounts disappear without another request', async () => {
    show();
    const drawer = await opened();
    await user.click(drawer.getByRole('button', { name: 'Mark all as paid' }));
    const asking = await dialog('Has the bank paid?');
    expect(asking.getByText(/^2 payments, €9.00 together/)).toBeVisible();
    await user.click(asking.getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() => expect(drawer.getAllByText('Account deleted')).toHaveLength(2));
    expect(bodies('PUT')).toEqual([{ all: 'paid' }]);
    expect(sent('GET').filter(({ path }) => path.endsWith(`${batchId}/`))).toHaveLength(1);
    expect(drawer.queryByRole('button', { name: 'Mark all as paid' })).toBeNull();
  });

  test('shows a transfer as returned, with the reason, once an administrator has recorded that', async () => {
    show();
    const drawer = await opened();
    await user.click(
      await drawer.findByRole('button', { name: 'Mark as returned: Alan Turing, €4.50' }),
    );
    const asking = await dialog('Has the bank returned this transfer?');
    await fill(asking.getByRole('textbox', { name: 'Reason' }), ' Account closed ');
    await user.click(asking.getByRole('button', { name: 'Mark as returned' }));
    expect(await drawer.findByText('Account closed')).toBeVisible();
    expect(bodies('PUT')).toEqual([
      { lines: [{ id: aLine(1)._id, state: 'returned', reason: 'Account closed' }] },
    ]);
    expect(drawer.queryByRole('button', { name: /^Mark as returned: Alan/ })).toBeNull();
  });

  test('can have a single transfer marked as paid', async () => {
    show();
    const drawer = await opened();
    await user.click(
      await drawer.findByRole('button', { name: 'Mark as paid: Ada Lovelace, €4.50' }),
    );
    const asking = await dialog('Has the bank paid?');
    await user.click(asking.getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() => expect(drawer.queryByText('Ada Lovelace')).toBeNull());
    expect(bodies('PUT')).toEqual([{ lines: [{ id: aLine(0)._id, state: 'paid' }] }]);
  });

  test('says what another administrator marked meanwhile', async () => {
    show(
      on(settlePayoutBatch).answer(refusal('already_decided', { description: 'It was decided.' })),
    );
    const drawer = await opened();
    await user.click(await drawer.findByRole('button', { name: 'Mark all as paid' }));
    const asking = await dialog('Has the bank paid?');
    await user.click(asking.getByRole('button', { name: 'Mark as paid' }));
    expect(await asking.findByText('It was decided.')).toBeVisible();
  });

  test.each([
    ['EUR', ['Download for the bank (pain.001)', 'Download CSV']],
    ['CHF', ['Download CSV']],
  ])('in %s has the files: %j', async (currency, names) => {
    batches = [aBatch({ currency })];
    show();
    await press(/^Open/);
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Ada Lovelace');
    expect(
      drawer.getAllByRole('button', { name: /^Download/ }).map(({ textContent }) => textContent),
    ).toEqual(names);
  });

  test('is saved as a file, and a refusal of the server is shown', async () => {
    show();
    const drawer = await opened();
    const saved: string[] = [];
    const asks: string[] = [];
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const refused = refusal('debtor_missing', { description: 'The server has no account.' });
    Object.assign(globalThis, {
      fetch: (address: string) => {
        asks.push(address);
        const isCsv = address.endsWith('format=csv');
        return Promise.resolve({
          ok: isCsv,
          status: isCsv ? 200 : 409,
          headers: { get: () => 'application/json' },
          blob: () => Promise.resolve(new Blob(['reference'])),
          text: () => Promise.resolve(JSON.stringify(refused.body)),
        });
      },
    });
    await user.click(await drawer.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['payout-batch-EUR-0000b1.csv']));
    await user.click(drawer.getByRole('button', { name: /pain\.001/ }));
    expect(await drawer.findByText('The server has no account.')).toBeVisible();
    expect(asks.map((one) => one.replace(/^.*\/api/, '/api'))).toEqual([
      `/api/payout-batches/${batchId}/file/?format=csv`,
      `/api/payout-batches/${batchId}/file/?format=pain.001`,
    ]);
    expect(saved).toHaveLength(1);
  });
});

test('the page says so if the list of batches could not be loaded', async () => {
  show(on(listPayoutBatches).answer(refusal('internal')));
  expect(await screen.findByText('The batches could not be loaded')).toBeVisible();
});
