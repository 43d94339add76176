import { screen, within } from '@testing-library/react';
import { listWallets } from '../../../../contracts/payments/funding';
import { readSessionCost } from '../../../../contracts/payments/session-cost';
import { useAuth } from '../../lib/auth/auth.store';
import { ApiError } from '../../lib/http/api';
import { aSession } from '../../test/a-session';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { aSessionCost, aWallet } from '../../test/own-money';
import { freshBrowser, renderPart } from '../../test/render-app';
import { user } from '../../test/user';
import { SessionCostLines } from './session-cost';
import { costAtCapacity } from './use-session-cost';

type Shown = Parameters<typeof SessionCostLines>[0];

const show = (
  cost: Partial<Parameters<typeof aSessionCost>[0]> = {},
  more: Partial<Shown> = {},
) => {
  const asked = fakeServer(
    profileRoute(aUser({ is_researcher: true })),
    on(readSessionCost).answer({ status: 200, body: aSessionCost(cost) }),
    on(listWallets).answer({
      status: 200,
      body: { items: [aWallet({ balance: 2_500 })], next_cursor: null },
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPart(<SessionCostLines session={aSession()} onLeave={() => undefined} {...more} />);
  return asked;
};
const section = async () => within(await screen.findByRole('region', { name: 'What it costs' }));
const noMoney = new ApiError(409, 'insufficient_funds', 'There is not enough money.');
beforeEach(() => freshBrowser());

test('the cost of a session shows spots, reward and total when there is no fee', async () => {
  show({}, { session: aSession({ launched_at: null }) });
  const part = await section();
  expect(await part.findByText('10 spots × €3.00 = €30.00')).toBeVisible();
  expect(part.getByText('The launch holds this amount in the wallet.')).toBeVisible();
  expect(part.queryByRole('link')).toBeNull();
});

test('the cost of a session shows the fee, and the amount that is held for the session now', async () => {
  show({ fee: 15, total: 3_150, held: 3_150 });
  const part = await section();
  expect(await part.findByText('10 spots × (€3.00 + €0.15 fee) = €31.50')).toBeVisible();
  expect(part.getByText('€31.50 is held for this session now.')).toBeVisible();
});

test('the cost of a session says how much money is missing and in the wallet, and links to where to add money', async () => {
  const left = jest.fn();
  show({ missing: 500 }, { onLeave: left });
  const part = await section();
  const note = within(await part.findByRole('note', { name: '€5.00 is missing' }));
  expect(await note.findByText('Your wallet has €25.00.')).toBeVisible();
  const link = note.getByRole('link', { name: 'Add money' });
  expect(link).toHaveAttribute('href', '/payment-methods');
  await user.click(link);
  expect(left).toHaveBeenCalled();
});

test('the cost of a session names the owner, without a link, when a colleague of the owner launches', async () => {
  const asked = show({ missing: 500 }, { session: aSession({ role: 'editor' }) });
  const part = await section();
  expect(await part.findByText(/^The owner of the study pays/)).toBeVisible();
  expect(part.queryByRole('link')).toBeNull();
  expect(asked.filter(({ path }) => path === listWallets.path)).toEqual([]);
});

test('the cost of a session shows and focuses a refusal for lack of money, even when nothing seemed missing', async () => {
  show({}, { refused: noMoney });
  const part = await section();
  const alert = await part.findByRole('alert', { name: 'The wallet has too little money' });
  expect(alert).toHaveFocus();
  expect(within(alert).getByRole('link', { name: 'Add money' })).toBeVisible();
});

test('the cost of a session that pays nothing is neither shown nor requested', () => {
  for (const reward of [null, { amount: 0, currency: 'EUR' }]) {
    const asked = show({}, { session: aSession({ reward }) });
    expect(screen.queryByRole('region')).toBeNull();
    expect(asked).toEqual([]);
  }
});

test('the cost of a session can be loaded again when loading has failed', async () => {
  let fails = true;
  fakeServer(
    on(readSessionCost).answer(() =>
      fails ? refusal('internal') : { status: 200, body: aSessionCost() },
    ),
  );
  renderPart(<SessionCostLines session={aSession()} onLeave={() => undefined} />);
  const part = await section();
  expect(await part.findByText('The cost could not be loaded')).toBeVisible();
  fails = false;
  await user.click(part.getByRole('button', { name: 'Try again' }));
  expect(await part.findByText('10 spots × €3.00 = €30.00')).toBeVisible();
});

test.each([
  [undefined, 10, 3_150, 100],
  [9, 9, 2_835, 0],
  [20, 20, 6_300, 3_250],
])('with %p spots typed, %i spots cost %i, and %i is missing', (typed, seats, total, missing) => {
  const read = aSessionCost({ fee: 15, total: 3_150, missing: 100 });
  expect(costAtCapacity(read, typed)).toMatchObject({ seats, total, missing });
});
