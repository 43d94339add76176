import { screen, waitFor, within } from '@testing-library/react';
import { listParticipations } from '../../../../../contracts/enrolment/participations';
import {
  changePayment,
  listPayments,
  type ParticipantPayment,
} from '../../../../../contracts/payments/payments';
import { on, refusal } from '../../../test/fake-server';
import { aPayment, aSettledPayment, showPaymentHistory } from '../../../test/own-payments';
import { freshBrowser } from '../../../test/render-app';
import { numberedId, aParticipation } from '../../../test/shown-study';
import { fill, user } from '../../../test/user';

const section = async () =>
  within(await screen.findByRole('region', { name: 'Payment for Faces in a crowd' }));
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
beforeEach(() => freshBrowser());

test.each<[Partial<ParticipantPayment>, string]>([
  [{ state: 'due' }, 'Waiting for the researcher’s decision'],
  [{ state: 'processing', method: 'bank' }, 'On its way'],
  [
    { state: 'approved', choose_from: '2026-11-21' },
    'You can choose how you are paid from November 21, 2026 on',
  ],
  [{ state: 'paid', method: 'cash' }, 'Paid in cash on November 20, 2026'],
  [{ state: 'paid', method: 'bank' }, 'Paid by bank transfer on November 20, 2026'],
  [{ state: 'rejected' }, 'Not paid: not accepted'],
  [{ state: 'reversed' }, 'Cancelled'],
  [{ state: 'waived' }, 'Given up or not claimed in time'],
])('a payment that is %o says: %s', async (more, words) => {
  showPaymentHistory([aSettledPayment(more)]);
  const part = await section();
  expect(part.getByText('€4.50')).toBeVisible();
  expect(part.getByText(words)).toBeVisible();
  expect(part.queryByRole('button')).toBeNull();
});

test.each([
  ['approved', 'Choose how you are paid'],
  ['failed', 'The transfer came back: choose again'],
] as const)('a payment that is %s can be claimed until a day', async (state, words) => {
  showPaymentHistory([aPayment({ state })]);
  const part = await section();
  expect(part.getAllByText(words)[0]).toBeVisible();
  expect(part.getByText(/^You have until May 19, 2027\./)).toBeVisible();
  expect(
    part.getByRole('button', { name: 'Choose how you are paid for Faces in a crowd' }),
  ).toBeVisible();
});

test('the history lists a bonus below the reward, with its reason, and the participant chooses its method separately', async () => {
  showPaymentHistory([
    aPayment({ _id: numberedId(71), kind: 'bonus', reason: 'You were fast.', amount: 200 }),
    aSettledPayment({ state: 'paid', method: 'cash' }),
  ]);
  expect(await section()).toBeDefined();
  const regions = screen.getAllByRole('region', { name: /^Payment for/ });
  expect(regions.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Payment for Faces in a crowd',
    'Payment for Faces in a crowd (bonus)',
  ]);
  const part = within(regions[1] as HTMLElement);
  expect(part.getByText('Bonus: You were fast.')).toBeVisible();
  expect(part.getByText('€2.00')).toBeVisible();
  await user.click(
    part.getByRole('button', { name: 'Choose how you are paid for Faces in a crowd (bonus)' }),
  );
  await dialog('How do you want to get €2.00?');
});

test('a gift code stays readable in the history, with its PIN and its last day', async () => {
  const gift_code = { brand: 'Bookshop', code: 'AB12-CD34', pin: '9876', expires: '2027-01-31' };
  showPaymentHistory([aSettledPayment({ state: 'paid', method: 'gift_code', gift_code })]);
  const part = within(await screen.findByRole('region', { name: 'Gift code: Bookshop' }));
  expect(part.getByText('AB12-CD34')).toBeVisible();
  expect(part.getByText('9876')).toBeVisible();
  expect(part.getByText('Valid until January 31, 2027')).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Copy the code' }));
  expect(await navigator.clipboard.readText()).toBe('AB12-CD34');
});

test('the totals of the years are sums of what was paid, by currency', async () => {
  showPaymentHistory([
    aSettledPayment({ state: 'paid', method: 'cash', amount: 4_250 }),
    aSettledPayment({
      _id: numberedId(72),
      state: 'paid',
      method: 'cash',
      amount: 800,
      currency: 'USD',
    }),
    aSettledPayment({
      _id: numberedId(73),
      state: 'paid',
      method: 'bank',
      amount: 100,
      day: '2025-12-31',
    }),
    aSettledPayment({ _id: numberedId(74), state: 'processing', method: 'bank', amount: 9_999 }),
  ]);
  expect(
    await screen.findByText('You were paid €42.50 and $8.00 in 2026. You were paid €1.00 in 2025.'),
  ).toBeVisible();
});

test('a payment that was paid leads to its receipt', async () => {
  showPaymentHistory([aSettledPayment({ state: 'paid', method: 'cash' })]);
  const link = (await section()).getByRole('link', {
    name: 'Receipt of the payment for Faces in a crowd',
  });
  expect(link).toHaveAttribute('href', `/receipts/participant-payment/${aPayment()._id}`);
});

test('payments that wait for a choice are announced when the history shows other studies first', async () => {
  const waiting = {
    ...aParticipation('waitlisted'),
    _id: numberedId(8),
    study_title: 'Sounds at night',
  };
  const over = { ...aParticipation('approved'), reward: { amount: 450, currency: 'EUR' } };
  showPaymentHistory(
    [aPayment()],
    {},
    on(listParticipations).answer({
      status: 200,
      body: { items: [waiting, over], next_cursor: null },
    }),
  );
  const notice = await screen.findByText('A payment waits for your choice.');
  await press('Choose');
  await section();
  expect(notice).not.toBeInTheDocument();
  expect(screen.getByRole('tab', { name: /^Past/ })).toHaveFocus();
});

test('a payment on a later page of the list is shown with its participation', async () => {
  showPaymentHistory(
    [],
    { state: 'approved' },
    on(listPayments).answer(({ query: { cursor } }) => ({
      status: 200,
      body: cursor
        ? { items: [aPayment()], next_cursor: null }
        : {
            items: [aSettledPayment({ participation_id: aPayment()._id, state: 'waived' })],
            next_cursor: 'next',
          },
    })),
  );
  expect(await section()).toBeTruthy();
});

test('giving a payment up needs a confirmation, and moves the focus to the payment', async () => {
  const { world, bodies } = showPaymentHistory(
    [aPayment()],
    undefined,
    on(changePayment).answer(() => {
      world.payments = [aSettledPayment({ state: 'waived' })];
      return { status: 200, body: aSettledPayment({ state: 'waived' }) };
    }),
  );
  await press('Give the payment up: Faces in a crowd');
  const asking = await dialog('Give up €4.50?');
  expect(bodies()).toEqual([]);
  await user.click(asking.getByRole('button', { name: 'Give it up' }));
  expect(await (await section()).findByText('Given up or not claimed in time')).toBeVisible();
  expect(bodies()).toEqual([{ action: 'waive' }]);
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Payment for Faces in a crowd' })).toHaveFocus(),
  );
});

test('if a payment was decided meanwhile, the question stays open and the payment is loaded again', async () => {
  const { world } = showPaymentHistory(
    [aPayment()],
    undefined,
    on(changePayment).answer(() => {
      world.payments = [aSettledPayment({ state: 'reversed' })];
      return refusal('already_decided', { description: 'Somebody has decided this already.' });
    }),
  );
  await press('Give the payment up: Faces in a crowd');
  const asking = await dialog('Give up €4.50?');
  await user.click(asking.getByRole('button', { name: 'Give it up' }));
  expect(await asking.findByText('Somebody has decided this already.')).toBeVisible();
  expect(await screen.findByText('Cancelled')).toBeInTheDocument();
});

test('a rejection is answered once, and the answer is shown', async () => {
  const rejected = aSettledPayment({ state: 'rejected', may_answer: true });
  let fails = true;
  const { world, bodies } = showPaymentHistory(
    [rejected],
    { state: 'rejected' },
    on(changePayment).answer(() => {
      if (fails) return refusal('internal');
      world.payments = [{ ...rejected, may_answer: false, answer: 'I read every text.' }];
      return { status: 200, body: world.payments[0] ?? rejected };
    }),
  );
  await press('Answer the decision about Faces in a crowd');
  const asking = await dialog('Answer the decision');
  await user.click(asking.getByRole('button', { name: 'Send the answer' }));
  expect(await asking.findByText('Fill this in')).toBeVisible();
  await fill(asking.getByRole('textbox', { name: 'Your answer' }), 'I read every text.');
  expect(asking.getByText('1,982 characters left')).toBeVisible();
  await user.click(asking.getByRole('button', { name: 'Send the answer' }));
  expect(await asking.findByRole('alert')).toBeVisible();
  expect(asking.getByRole('textbox', { name: 'Your answer' })).toHaveValue('I read every text.');
  fails = false;
  await user.click(asking.getByRole('button', { name: 'Send the answer' }));
  expect(await (await section()).findByText('I read every text.')).toBeVisible();
  expect((await section()).queryByRole('button')).toBeNull();
  expect(bodies().at(-1)).toEqual({ action: 'answer', text: 'I read every text.' });
});

test('payments that could not be loaded leave the history readable', async () => {
  showPaymentHistory([], undefined, on(listPayments).answer(refusal('internal')));
  expect(await screen.findByText('Your payments could not be loaded')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Faces in a crowd' })).toBeVisible();
});

test('the payment is translated into German', async () => {
  await freshBrowser('de');
  showPaymentHistory([aPayment({ state: 'failed' })]);
  expect(await screen.findByText('Die Überweisung kam zurück: Wählen Sie neu')).toBeVisible();
});
