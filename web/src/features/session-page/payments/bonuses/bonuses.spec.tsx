import { screen, waitFor, within } from '@testing-library/react';
import type { Session } from '../../../../../../contracts/enrolment/sessions';
import { payBonus, payTopUp } from '../../../../../../contracts/payments/bonuses';
import {
  listPayments,
  readPaymentMethods,
  type SessionPayment,
} from '../../../../../../contracts/payments/payments';
import { topUpPath } from '../../../../domain/payment/session-pay.rule';
import { aSession } from '../../../../test/a-session';
import {
  type FakeAnswer,
  fakeServer,
  type FakeRoute,
  on,
  refusal,
} from '../../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../../test/render-app';
import { numberedId } from '../../../../test/shown-study';
import { fill, user } from '../../../../test/user';
import { SessionPayments } from '../session-payments';

const payment: SessionPayment = {
  _id: numberedId(80),
  tag: 'aaaabbbbccccdddd',
  kind: 'reward',
  reason: null,
  bonus_id: null,
  amount: 300,
  currency: 'EUR',
  state: 'approved',
  day: '2026-11-20',
  method: null,
  answer: null,
};
const digest = '1'.repeat(64);
const preview = { digest, people: 12, amount_total: 2_400, fee: 240, currency: 'EUR', missing: 0 };
const bonus = {
  _id: numberedId(81),
  kind: 'bonus',
  reason: 'You were fast.',
  people: 12,
  amount_total: 2_400,
  fee: 240,
  currency: 'EUR',
  day: '2026-11-29',
} as const;

const show = (session: Partial<Session>, ...first: FakeRoute[]) => showAt('/', session, ...first);
const showAt = (address: string, session: Partial<Session>, ...first: FakeRoute[]) => {
  const asked = fakeServer(
    ...first,
    on(listPayments).answer({ status: 200, body: { items: [payment], next_cursor: null } }),
    on(readPaymentMethods).answer({ status: 200, body: { methods: ['cash'] } }),
  );
  const reward = { amount: 300, currency: 'EUR' };
  renderPart(<SessionPayments session={aSession({ reward, ...session })} />, [address]);
  return {
    sent: () =>
      asked
        .filter(({ method }) => method === 'POST')
        .map(({ path, body }) => [path.split('/').at(-2), body] as const),
  };
};
const open = async (button: string, name: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name }));
};
const bonusDrawer = () => open('Pay a bonus', 'Pay a bonus');
type Part = Awaited<ReturnType<typeof open>>;
/** Replaces the content of a field. */
const type = async (part: Part, name: string, text: string) => {
  const field = part.getByRole('textbox', { name });
  await user.clear(field);
  await fill(field, text);
};
const press = (part: Part, name: string) => user.click(part.getByRole('button', { name }));
/** Routes that answer the first step with the preview, and the second step with `second`. */
const twoSteps = (second: FakeAnswer<typeof payBonus>) =>
  on(payBonus).answer(({ body }) =>
    body.digest === undefined ? { status: 200, body: preview } : second,
  );
beforeEach(() => freshBrowser());

test('a bonus for all is paid in two steps: the page shows what it costs, then pays exactly that', async () => {
  const { sent } = show({}, twoSteps({ status: 201, body: bonus }));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'You were fast.');
  await type(part, 'Amount for each', '2');
  await press(part, 'See the total');
  expect(await part.findByText('12 participants get more')).toHaveFocus();
  expect(part.getByText('€26.40')).toBeVisible();
  const body = { reason: 'You were fast.', amount: 200, to: 'approved', currency: 'EUR' };
  expect(sent()).toEqual([['bonuses', body]]);
  await press(part, 'Pay 12 people €24.00');
  expect(await part.findByText('12 people get €24.00')).toHaveFocus();
  expect(part.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    `/receipts/bonus/${bonus._id}`,
  );
  expect(sent()[1]).toEqual(['bonuses', { ...body, digest }]);
});

test('without a reason or an amount, the fields say so and nothing is sent', async () => {
  const { sent } = show({});
  const part = await bonusDrawer();
  await press(part, 'See the total');
  expect(part.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  expect(part.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(part.getByRole('textbox', { name: 'Amount for each' })).toBeInvalid();
  expect(sent()).toEqual([]);
});

test('typed lines are sent with complete codes, and wrong lines are reported', async () => {
  const { sent } = show({}, twoSteps({ status: 201, body: bonus }));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'Prize');
  await user.click(part.getByRole('radio', { name: 'Some of them, each with an amount' }));
  await type(part, 'Participant codes and amounts', 'aaaabb 2.50\nffffff 1');
  await press(part, 'See the total');
  expect(part.getByRole('alert')).toHaveTextContent(
    'Line 2: nobody in this session has this code.',
  );
  expect(sent()).toEqual([]);
  await type(part, 'Participant codes and amounts', 'aaaabb 2.50');
  await press(part, 'See the total');
  await waitFor(() =>
    expect(sent()[0]?.[1]).toMatchObject({ lines: [{ tag: payment.tag, amount: 250 }] }),
  );
});

test('a line that the server refuses marks the field, which takes the focus, and is named by its number', async () => {
  const fields = [
    { path: 'lines.0.tag', code: 'not_approved', description: 'This participant is not approved.' },
  ];
  show({}, on(payBonus).answer(refusal('validation_failed', { fields })));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'Prize');
  await user.click(part.getByRole('radio', { name: 'Some of them, each with an amount' }));
  await type(part, 'Participant codes and amounts', '\naaaabb 2.50');
  await press(part, 'See the total');
  expect(await part.findByText('Line 2: This participant is not approved.')).toBeVisible();
  const field = part.getByRole('textbox', { name: 'Participant codes and amounts' });
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
});

test('if the list has changed since the total was shown, it is checked again before anything is paid', async () => {
  const { sent } = show({}, twoSteps(refusal('digest_stale')));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'You were fast.');
  await type(part, 'Amount for each', '2');
  await press(part, 'See the total');
  await user.click(await part.findByRole('button', { name: 'Pay 12 people €24.00' }));
  expect(await part.findByText('The list has changed. Check it again.')).toBeVisible();
  expect(part.queryByRole('button', { name: /^Pay 12/ })).toBeNull();
  await press(part, 'Check again');
  expect(await part.findByRole('button', { name: 'Pay 12 people €24.00' })).toBeVisible();
  expect(sent()).toHaveLength(3);
});

test('going back from the total keeps what was typed', async () => {
  show({}, twoSteps({ status: 201, body: bonus }));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'You were fast.');
  await type(part, 'Amount for each', '2');
  await press(part, 'See the total');
  await user.click(await part.findByRole('button', { name: 'Change' }));
  expect(part.getByRole('textbox', { name: 'Reason' })).toHaveValue('You were fast.');
});

test('a wallet that lacks the money pays nothing and says how much is missing', async () => {
  show({}, on(payBonus).answer({ status: 200, body: { ...preview, missing: 140 } }));
  const part = await bonusDrawer();
  await type(part, 'Reason', 'You were fast.');
  await type(part, 'Amount for each', '2');
  await press(part, 'See the total');
  expect(await part.findByText('The wallet lacks €1.40.')).toBeVisible();
  expect(part.queryByRole('button', { name: /^Pay 12/ })).toBeNull();
});

test('a top-up of an anonymous session uses the state at midnight, and says when nobody gets more', async () => {
  const { sent } = show(
    { privacy_level: 'anonymous' },
    on(payTopUp).answer({ status: 200, body: { ...preview, people: 0, amount_total: 0, fee: 0 } }),
  );
  const part = await open('Top up', 'Top up the reward');
  expect(part.getByText(/^By the list of last midnight/)).toBeVisible();
  await type(part, 'Everybody gets at least', '3.50');
  await press(part, 'See the total');
  expect(await part.findByText('Nobody gets more by this')).toBeVisible();
  expect(sent()).toEqual([['top-up', { reward: 350, currency: 'EUR' }]]);
});

test('a link opens the top-up with its rate, and a top-up that was closed stays closed', async () => {
  const { sent } = showAt(
    topUpPath(numberedId(1), 425),
    {},
    on(payTopUp).answer({ status: 200, body: preview }),
  );
  const part = within(await screen.findByRole('dialog', { name: 'Top up the reward' }));
  expect(part.getByRole('textbox', { name: 'Everybody gets at least' })).toHaveValue('4.25');
  await press(part, 'See the total');
  expect(await part.findByRole('button', { name: 'Pay 12 people €24.00' })).toBeVisible();
  expect(sent()).toEqual([['top-up', { reward: 425, currency: 'EUR' }]]);
  await press(part, 'Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each(['0', '-5', '2.5', '1e3', '99999999999', 'abc', ''])(
  'a link with the rate "%s" opens nothing',
  async (rate) => {
    showAt(`/?top-up=${rate}`, {});
    await screen.findByRole('button', { name: 'Top up' });
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each([
  ['EUR', '5f0c2a 5.00', '€5.00'],
  ['JPY', '5f0c2a 5', '¥5'],
  ['KWD', '5f0c2a 5.000', 'KWD'],
])('the example of a line is an amount of %s', async (currency, typed, money) => {
  show({ reward: { amount: 300, currency } });
  const part = await bonusDrawer();
  await user.click(part.getByRole('radio', { name: /^Some of them/ }));
  const hint = await part.findByText(/^One line for each/);
  expect(hint).toHaveTextContent(typed);
  expect(hint).toHaveTextContent(money);
});
