import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { payCashAtDesk, readPaymentMethods } from '../../../../contracts/payments/payments';
import { type FakeRoute, on, refusal } from '../../test/fake-server';
import { freshBrowser } from '../../test/render-app';
import {
  aSlotCalendar,
  showSlotsPage,
  anAttendance,
  numberedId,
  aSlot,
} from '../../test/slots-desk';
import { fillAndEnter, user } from '../../test/user';

const paid = {
  _id: numberedId(70),
  tag: 'ccccddddccccdddd',
  amount: 300,
  currency: 'EUR',
  state: 'paid',
  day: '2026-11-20',
  method: 'cash',
  answer: null,
  kind: 'reward',
  reason: null,
  bonus_id: null,
} as const;
const lines = [
  anAttendance('aaaabbbbaaaabbbb', 'enrolled'),
  anAttendance('ccccddddccccdddd', 'started'),
  anAttendance('eeeeffffeeeeffff', 'completed'),
  anAttendance('gggghhhhgggghhhh', 'approved'),
];
const show = async (...first: FakeRoute[]) => {
  const { sent } = showSlotsPage(aSlotCalendar([aSlot(4)]), undefined, 'owner', lines, first);
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  return () => sent('PUT').map(({ path, body }) => [path, body]);
};
const open = async () => {
  await user.click(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd is done and paid in cash' }),
  );
  return within(await screen.findByRole('dialog', { name: 'cccc dddd cccc dddd: done and paid?' }));
};
const path = `/api/sessions/${numberedId(9)}/roster/entry-ccccddddccccdddd/payment/`;
beforeEach(() => freshBrowser());

test('participants who have started or completed can be noted as done and paid', async () => {
  await show();
  const buttons = await screen.findAllByRole('button', { name: /is done and paid in cash$/ });
  expect(buttons.map((one) => one.getAttribute('aria-label')?.slice(0, 19))).toEqual([
    'cccc dddd cccc dddd',
    'eeee ffff eeee ffff',
  ]);
});

test('the six digits note the participant as done and paid', async () => {
  const bodies = await show(on(payCashAtDesk).answer({ status: 200, body: paid }));
  const asking = await open();
  expect(asking.getByText(/^Hand over €3\.00 first\./)).toBeVisible();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123 456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies()).toEqual([[path, { code: '123456' }]]);
});

test('a signature on paper also notes the participant as done and paid', async () => {
  const bodies = await show(on(payCashAtDesk).answer({ status: 200, body: paid }));
  const asking = await open();
  await user.click(asking.getByRole('checkbox', { name: 'Signed on paper' }));
  await user.click(asking.getByRole('button', { name: 'Done and paid' }));
  await waitFor(() => expect(bodies()).toEqual([[path, { signed: true }]]));
});

test('a wrong code keeps the dialog open', async () => {
  await show(on(payCashAtDesk).answer(refusal('wrong_cash_code')));
  const asking = await open();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123456');
  expect(await asking.findByText(/^This code is not right/)).toBeVisible();
});

test.each([
  ['illegal_transition', 'Not possible from this state.'],
  ['already_decided', 'This was decided before.'],
] as const)('a refusal with %s is explained in the dialog', async (code, description) => {
  await show(on(payCashAtDesk).answer(refusal(code, { description })));
  const asking = await open();
  await fillAndEnter(asking.getByRole('textbox', { name: 'Six digits' }), '123456');
  expect(await asking.findByText(description)).toBeVisible();
});

test('a study that does not pay in cash has no payment at the desk', async () => {
  await show(on(readPaymentMethods).answer({ status: 200, body: { methods: ['bank'] } }));
  expect(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /paid in cash$/ })).toBeNull();
});
