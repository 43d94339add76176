import { screen, within } from '@testing-library/react';
import {
  type PayoutCheck,
  listPayoutChecks,
  releasePayout,
} from '../../../../../../contracts/payments/payout-checks';
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
import { user } from '../../../../test/user';

let held: PayoutCheck[];
let asked: ReturnType<typeof fakeServer>;
const show = (...first: FakeRoute[]) => {
  asked = fakeServer(
    ...first,
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    on(listPayoutChecks).answer(() => ({ status: 200, body: { items: held, next_cursor: null } })),
    on(releasePayout).answer(() => {
      held = [];
      return { status: 204 };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/admin/payments?tab=held');
};
const open = async () => {
  await user.click(await screen.findByRole('button', { name: 'Release €4.50, total €604.50' }));
  return within(await screen.findByRole('dialog', { name: 'Release €4.50?' }));
};
beforeEach(async () => {
  held = [
    {
      _id: '0193a1b2-0000-7000-8000-000000000041',
      amount: 450,
      currency: 'EUR',
      day: '2026-11-29',
      year: 2026,
      year_total: 60_450,
    },
  ];
  await freshBrowser();
});

test('a held payment is released after a confirmation, and leaves the list', async () => {
  show();
  const asking = await open();
  expect(asking.getByText(/€604.50 in 2026 with this payment/)).toBeVisible();
  await user.click(asking.getByRole('button', { name: 'Release the payment' }));
  expect(await screen.findByText('Released: it is paid within minutes')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { action: 'release' },
  ]);
  expect(await screen.findByText('No payment waits for a check')).toBeVisible();
});

test('a refusal is explained in the dialog', async () => {
  show(on(releasePayout).answer(refusal('not_found', { description: 'It is gone.' })));
  const asking = await open();
  await user.click(asking.getByRole('button', { name: 'Release the payment' }));
  expect(await asking.findByText('It is gone.')).toBeVisible();
});

test('the page says so if the list of held payments could not be loaded', async () => {
  show(on(listPayoutChecks).answer(refusal('internal')));
  expect(await screen.findByText('The payments could not be loaded')).toBeVisible();
});
