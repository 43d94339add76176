import { screen, waitFor, within } from '@testing-library/react';
import { payByAnswers } from '../../../../../../contracts/payments/pay-by-answers';
import { readSessionCost } from '../../../../../../contracts/payments/session-cost';
import { listPayments, readPaymentMethods } from '../../../../../../contracts/payments/payments';
import { aSession } from '../../../../test/a-session';
import { fakeServer, type FakeRoute, on, refusal } from '../../../../test/fake-server';
import { aSessionCost } from '../../../../test/own-money';
import { freshBrowser, renderPart } from '../../../../test/render-app';
import { numberedId } from '../../../../test/shown-study';
import { fill, user } from '../../../../test/user';
import { SessionPayments } from '../session-payments';

const payment = {
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
} as const;
const totals = { people: 2, amount_total: 140, fee: 0, currency: 'EUR' };
const preview = { ...totals, digest: '1'.repeat(64), missing: 0 };
const made = {
  ...totals,
  _id: numberedId(81),
  kind: 'by_answers',
  reason: 'Right',
  day: '2026-11-29',
} as const;
const code = 'a'.repeat(32);
const other = 'b'.repeat(32);

/** Opens the drawer of a closed session and enters the reason. */
async function open(...routes: FakeRoute[]) {
  let isPaid = false;
  const asked = fakeServer(
    ...routes,
    on(payByAnswers).answer(({ body }) => {
      if (body.digest === undefined) return { status: 200, body: preview };
      isPaid = true;
      return { status: 201, body: made };
    }),
    on(readSessionCost).answer(() => ({
      status: 200,
      body: aSessionCost({ by_answers: isPaid ? 0 : 400 }),
    })),
    on(listPayments).answer({ status: 200, body: { items: [payment], next_cursor: null } }),
    on(readPaymentMethods).answer({ status: 200, body: { methods: ['cash'] } }),
  );
  renderPart(<SessionPayments session={aSession({ state: 'closed' })} />);
  await user.click(await screen.findByRole('button', { name: 'Pay by answers' }));
  const part = within(await screen.findByRole('dialog', { name: 'Pay by answers' }));
  await fill(part.getByRole('textbox', { name: 'Reason' }), 'Right');
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { part, sent };
}
type Part = Awaited<ReturnType<typeof open>>['part'];
const check = (part: Part) => user.click(part.getByRole('button', { name: 'See the total' }));
async function typeLines(part: Part, text: string) {
  await user.click(part.getByRole('radio', { name: /^My own calculation/ }));
  const field = part.getByRole('textbox', { name: 'Codes and amounts' });
  await user.clear(field);
  await fill(field, text);
  return field;
}
const refusing = (path: string, fault: string, description: string) =>
  on(payByAnswers).answer(
    refusal('validation_failed', { fields: [{ path, code: fault, description }] }),
  );
beforeEach(() => freshBrowser());

test('a formula that the server refuses is marked at its field, which gets the focus', async () => {
  const { part } = await open(refusing('expression', 'invalid_expression', 'This is none.'));
  const formula = part.getByRole('textbox', { name: 'Amount in EUR' });
  await fill(formula, 'sum(');
  await check(part);
  await waitFor(() => expect(formula).toHaveFocus());
  expect(formula).toBeInvalid();
  expect(formula).toHaveAccessibleDescription(/This is none\./);
  expect(part.queryByText('What you entered is still here.')).toBeNull();
});

test('lines that the server refuses are named by their number in the text, in a list', async () => {
  const { part } = await open(refusing('lines.1.participant', 'unknown_participant', 'Nobody.'));
  const field = await typeLines(part, `participant,amount\n${code},1\n\n${other},0.50`);
  await check(part);
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toBeInvalid();
  const list = within(part.getByRole('alert')).getByRole('list');
  expect(list).toHaveTextContent(/^Line 4: nobody in this session has this code\.$/);
});

test('only the formula is checked, whatever lines were typed before', async () => {
  const { part, sent } = await open();
  await typeLines(part, `${code},1`);
  await user.click(part.getByRole('radio', { name: /^A formula/ }));
  await fill(part.getByRole('textbox', { name: 'Amount in EUR' }), '0.1 * score');
  await check(part);
  await part.findByText('2 participants get more');
  expect(sent()).toEqual([{ reason: 'Right', currency: 'EUR', expression: '0.1 * score' }]);
});

test('a refusal of the amounts of a formula is shown, though lines were typed before', async () => {
  const { part } = await open(refusing('lines.0.amount', 'above_most', 'More than promised.'));
  await typeLines(part, `${code},1`);
  await user.click(part.getByRole('radio', { name: /^A formula/ }));
  await fill(part.getByRole('textbox', { name: 'Amount in EUR' }), '0.1 * score');
  await check(part);
  expect(await part.findByText('What you entered is still here.')).toBeVisible();
});

test('after the payment the button for it is gone, and the focus returns to the button before it', async () => {
  const { part, sent } = await open();
  await typeLines(part, `${code},1`);
  await check(part);
  await user.click(await part.findByRole('button', { name: 'Pay 2 people €1.40' }));
  await part.findByText('2 people get €1.40');
  expect(sent()).toHaveLength(2);
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: 'Pay by answers', hidden: true }),
    ).not.toBeInTheDocument(),
  );
  await user.click(part.getAllByRole('button', { name: 'Close' })[1] ?? document.body);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay a bonus' })).toHaveFocus());
});
