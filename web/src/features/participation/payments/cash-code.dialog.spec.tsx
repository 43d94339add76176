import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readCashCode } from '../../../../../contracts/payments/payments';
import { createLiveCache } from '../../../lib/live/live-cache';
import { queryClient } from '../../../lib/query-client';
import { on, refusal } from '../../../test/fake-server';
import { aSettledPayment, showPaymentHistory } from '../../../test/own-payments';
import { freshBrowser } from '../../../test/render-app';
import { user } from '../../../test/user';

const atDesk = { state: 'enrolled', by_appointment: false, researcher_concludes: true } as const;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const codeButton = () =>
  screen.findByRole('button', { name: 'Show the code for the desk: Faces in a crowd' });
const open = async (button?: HTMLElement) => {
  fireEvent.click(button ?? (await codeButton()));
  return within(await screen.findByRole('dialog', { name: 'Your code for the desk' }));
};
beforeEach(() => freshBrowser());
afterEach(() => jest.useRealTimers());

test('the dialog shows the six digits of the code in two groups, and how long they are valid', async () => {
  showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer({ status: 200, body: { code: '012345', expires_at: inMinutes(9.5) } }),
  );
  const shown = await open();
  expect(await shown.findByText('012 345')).toBeVisible();
  expect(shown.getByRole('timer')).toHaveTextContent('Valid for 10 more minutes');
});

test('the dialog requests a new code when the shown one expires', async () => {
  let codes = 0;
  showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer(() => ({
      status: 200,
      body: { code: `00000${++codes}`, expires_at: inMinutes(2) },
    })),
  );
  const button = await codeButton();
  jest.useFakeTimers();
  codes = 0;
  const shown = await open(button);
  expect(await shown.findByText('000 001')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(90_000));
  expect(shown.getByRole('timer')).toHaveTextContent('Valid for less than a minute');
  expect(codes).toBe(1);
  await act(() => jest.advanceTimersByTimeAsync(31_000));
  expect(await shown.findByText('000 002')).toBeVisible();
  expect(shown.queryByText('000 001')).toBeNull();
});

test('the dialog notices that the payment was made, and requests no further code', async () => {
  let codes = 0;
  const { world } = showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer(() => {
      codes++;
      return { status: 200, body: { code: '123456', expires_at: inMinutes(1) } };
    }),
  );
  const button = await codeButton();
  jest.useFakeTimers();
  codes = 0;
  const shown = await open(button);
  expect(await shown.findByText('123 456')).toBeVisible();
  world.payments = [aSettledPayment({ state: 'paid', method: 'cash' })];
  createLiveCache(queryClient).paymentUpdated();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(within(await shown.findByRole('status')).getByText('Paid: €4.50')).toBeVisible();
  expect(shown.queryByText('123 456')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(120_000));
  expect(codes).toBe(1);
});

test.each([
  ['method_not_offered', 'This study does not pay in cash'],
  ['already_decided', 'There is nothing to pay here any more'],
  ['internal', 'The code could not be loaded'],
] as const)('a code refused with %s says: %s', async (code, words) => {
  let isRefused = false;
  showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer(() =>
      isRefused
        ? refusal(code)
        : { status: 200, body: { code: '123456', expires_at: inMinutes(9) } },
    ),
  );
  const button = await codeButton();
  isRefused = true;
  const shown = await open(button);
  expect(await shown.findByText(words)).toBeVisible();
  expect(shown.queryByText('123 456')).toBeNull();
});

test('a study that does not pay in cash offers no code', async () => {
  const { asked } = showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer(refusal('method_not_offered')),
  );
  await waitFor(() => expect(asked.some(({ path }) => /cash-code/.test(path))).toBe(true));
  expect(await screen.findByRole('heading', { name: 'Faces in a crowd' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show the code/ })).toBeNull();
});

test('closing the dialog returns the focus, and loads the history again', async () => {
  const { asked } = showPaymentHistory(
    [],
    atDesk,
    on(readCashCode).answer({ status: 200, body: { code: '123456', expires_at: inMinutes(9) } }),
  );
  const button = await codeButton();
  await user.click(button);
  expect(await screen.findByText('123 456')).toBeVisible();
  const lists = () => asked.filter(({ path }) => path === '/api/participations/').length;
  const before = lists();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
});
