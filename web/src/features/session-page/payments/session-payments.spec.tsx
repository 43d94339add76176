import { screen, waitFor, within } from '@testing-library/react';
import {
  changePayment,
  listPayments,
  readPaymentMethods,
  type SessionPayment,
} from '../../../../../contracts/payments/payments';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { aSession } from '../../../test/a-session';
import { fakeServer, type FakeRoute, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fill, fillAndEnter, user } from '../../../test/user';
import { SessionPayments } from './session-payments';

let numbers = 0;
const one = (tag: string, more: Partial<SessionPayment> = {}): SessionPayment => ({
  _id: `0193a1b2-0000-7000-8000-${String(++numbers).padStart(12, '0')}`,
  tag,
  kind: 'reward',
  reason: null,
  bonus_id: null,
  amount: 300,
  currency: 'EUR',
  state: 'approved',
  day: '2026-11-20',
  method: null,
  answer: null,
  ...more,
});
const show = (
  payments: SessionPayment[],
  session: Partial<Session> = {},
  ...first: FakeRoute[]
) => {
  const world = { payments };
  const asked = fakeServer(
    ...first,
    on(listPayments).answer(() => ({
      status: 200,
      body: { items: world.payments, next_cursor: null },
    })),
    on(readPaymentMethods).answer({ status: 200, body: { methods: ['cash'] } }),
  );
  renderPart(<SessionPayments session={aSession(session)} />);
  return {
    world,
    asked,
    bodies: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
};
const askForCash = async () => {
  await user.click(await screen.findByRole('button', { name: 'Confirm cash for aaaabb' }));
  return within(await screen.findByRole('dialog', { name: 'Cash for aaaabb' }));
};
beforeEach(() => freshBrowser());

test('the page shows each payment by participant code, and the totals of each state', async () => {
  const { asked } = show([
    one('aaaabbbb'),
    one('ccccdddd', { state: 'paid', method: 'cash' }),
    one('eeeeffff', { state: 'paid', method: 'bank', amount: 250 }),
  ]);
  const table = await screen.findByRole('table', { name: 'Payments' });
  expect(within(table).getByRole('row', { name: /^ccccdd €3\.00 Paid Cash Nov 20/ })).toBeVisible();
  const paid = within(screen.getByLabelText('Payments by state')).getByText('Paid');
  expect(paid.parentElement).toHaveTextContent('Paid€5.502 payments');
  expect(asked.find(({ path }) => path === listPayments.path)?.query.get('session')).toBe(
    aSession()._id,
  );
});

test.each([
  ['approved', false],
  ['paid', true],
] as const)(
  'the page leads to the receipt of the session, and with a payment that is %s to its log: %s',
  async (state, has) => {
    show([one('aaaabbbb', { state, ...(state === 'paid' && { method: 'cash' }) })]);
    const receipt = await screen.findByRole('link', { name: 'Receipt of this session' });
    expect(receipt).toHaveAttribute('href', `/receipts/session/${aSession()._id}`);
    expect(screen.queryAllByRole('link', { name: 'Disbursement log' })).toHaveLength(has ? 1 : 0);
  },
);

test('the payments can be filtered by state', async () => {
  show([one('aaaabbbb'), one('ccccdddd', { state: 'paid', method: 'cash' })]);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Paid (1)');
  expect(screen.getByText('ccccdd')).toBeVisible();
  expect(screen.queryByText('aaaabb')).toBeNull();
});

test('further pages load by themselves, so that totals and filter cover all payments', async () => {
  show(
    [],
    {},
    on(listPayments).answer(({ query: { cursor } }) => ({
      status: 200,
      body: {
        items: [one(cursor ? 'ccccdddd' : 'aaaabbbb')],
        next_cursor: cursor ? null : 'next',
      },
    })),
  );
  expect(await screen.findByText('2 payments')).toBeVisible();
  expect(screen.getByText('ccccdd')).toBeVisible();
});

test('the page says that its numbers are incomplete if more pages exist than load by themselves', async () => {
  show(
    [],
    {},
    on(listPayments).answer(() => ({
      status: 200,
      body: { items: [one('aaaabbbb')], next_cursor: 'next' },
    })),
  );
  expect(await screen.findByText(/^These numbers are about the first 5 payments\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show more payments' })).toBeVisible();
});

test('a long answer to a rejection is read in full on request', async () => {
  const answer = `I read every text. ${'Truly. '.repeat(40)}The end.`;
  show([one('aaaabbbb', { state: 'rejected', answer })]);
  const button = await screen.findByRole('button', {
    name: 'Read all of the answer of aaaabb',
  });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(screen.getByRole('button', { name: 'Show less of the answer of aaaabb' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(screen.getByText(/The end\.$/)).toBeVisible();
});

test.each([
  ['anonymous', true],
  ['roster_on_completion', false],
] as const)('in a %s session, a note says that states are of midnight: %s', async (level, says) => {
  show([one('aaaabbbb')], { privacy_level: level });
  expect(await screen.findByText('aaaabb')).toBeVisible();
  expect(screen.queryByText(/last midnight \(UTC\)/) !== null).toBe(says);
});

test('cash is confirmed by the six digits, with blanks or without', async () => {
  const { world, bodies } = show(
    [one('aaaabbbb')],
    {},
    on(changePayment).answer(() => {
      world.payments = [one('aaaabbbb', { state: 'paid', method: 'cash' })];
      return { status: 200, body: world.payments[0] ?? one('aaaabbbb') };
    }),
  );
  const asking = await askForCash();
  const field = asking.getByRole('textbox', { name: 'Six digits' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('inputmode', 'numeric');
  await fillAndEnter(field, '123 45');
  expect(await asking.findByText('Enter all six digits')).toBeVisible();
  expect(bodies()).toEqual([]);
  await fillAndEnter(field, '6');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies()).toEqual([{ action: 'confirm-cash', code: '123456' }]);
  expect(await screen.findByRole('row', { name: /^aaaabb €3\.00 Paid Cash/ })).toBeVisible();
});

test('a wrong code keeps the dialog open and returns to the field', async () => {
  show([one('aaaabbbb')], {}, on(changePayment).answer(refusal('wrong_cash_code')));
  const asking = await askForCash();
  const field = asking.getByRole('textbox', { name: 'Six digits' });
  await fillAndEnter(field, '123456');
  expect(await asking.findByText(/^This code is not right/)).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('123456');
});

test('after too many wrong codes, the dialog says when to try again', async () => {
  show(
    [one('aaaabbbb')],
    {},
    on(changePayment).answer(refusal('too_many_requests', { headers: { 'retry-after': '1800' } })),
  );
  const asking = await askForCash();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123456');
  expect(await asking.findByRole('alert')).toBeVisible();
  expect(asking.getByRole('timer')).toHaveTextContent('30 minutes');
});

test('a signature on paper replaces the code if the researcher knows the participants', async () => {
  const { bodies } = show(
    [one('aaaabbbb')],
    {},
    on(changePayment).answer({ status: 200, body: one('aaaabbbb', { state: 'paid' }) }),
  );
  const asking = await askForCash();
  await fill(asking.getByRole('textbox', { name: 'Six digits' }), '12');
  await user.click(asking.getByRole('checkbox', { name: 'Signed on paper' }));
  await user.click(asking.getByRole('button', { name: 'Confirm the cash' }));
  await waitFor(() => expect(bodies()).toEqual([{ action: 'confirm-cash', signed: true }]));
});

test.each([
  ['anonymous', null, false],
  ['anonymous', 'onsite', true],
  ['anonymous', 'video', true],
  ['roster_on_completion', null, true],
] as const)(
  'in a session that is %s and runs as %s, a signature is offered: %s',
  async (privacy_level, runtime_kind, offered) => {
    show([one('aaaabbbb')], { privacy_level, runtime_kind });
    const asking = await askForCash();
    expect(asking.queryByRole('checkbox') !== null).toBe(offered);
  },
);

test('in an anonymous session, a payment that was due at midnight can be confirmed, once', async () => {
  const due = one('aaaabbbb', { state: 'due' });
  const { bodies } = show(
    [due],
    { privacy_level: 'anonymous' },
    on(changePayment).answer({ status: 200, body: { ...due, state: 'paid', method: 'cash' } }),
  );
  const asking = await askForCash();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123456');
  expect(await screen.findByText('Confirmed today')).toBeVisible();
  expect(bodies()).toEqual([{ action: 'confirm-cash', code: '123456' }]);
  expect(screen.queryByRole('button', { name: 'Confirm cash for aaaabb' })).toBeNull();
});

test('cash that cannot be confirmed any more is explained', async () => {
  show([one('aaaabbbb')], {}, on(changePayment).answer(refusal('already_decided')));
  const asking = await askForCash();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123456');
  expect(
    await asking.findByText('It is not approved, or it was paid in another way'),
  ).toBeVisible();
});

test('cash cannot be confirmed when the study does not pay in cash', async () => {
  const { asked } = show(
    [one('aaaabbbb')],
    {},
    on(readPaymentMethods).answer({ status: 200, body: { methods: ['bank'] } }),
  );
  expect(await screen.findByText('aaaabb')).toBeVisible();
  await waitFor(() => expect(asked.some(({ path }) => /payment-methods/.test(path))).toBe(true));
  expect(screen.queryByRole('button', { name: /^Confirm cash/ })).toBeNull();
});

test('a session without payments says when they appear', async () => {
  show([]);
  expect(await screen.findByText('No payments yet')).toBeVisible();
});

test('the page says so if the list of payments could not be loaded', async () => {
  show([], {}, on(listPayments).answer(refusal('internal')));
  expect(await screen.findByText('The payments could not be loaded')).toBeVisible();
});
