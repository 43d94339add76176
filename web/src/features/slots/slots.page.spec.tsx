import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  listParticipations,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import type { StudyRole } from '../../../../contracts/collaborators/collaborators';
import { decideOnMany } from '../../../../contracts/enrolment/session-insights';
import { readSession } from '../../../../contracts/enrolment/sessions';
import type { AddedSlots } from '../../../../contracts/slots/slot-plans';
import {
  addSlots,
  bookSlot,
  cancelSlot,
  changeSlot,
  listAttendance,
  listSlots,
  readSlotChoice,
  type Attendance,
  type Slot,
  type SlotCalendar,
  type SlotChoice,
} from '../../../../contracts/slots/slots';
import { undoMs, usePending } from '../../domain/decisions/pending-decisions';
import { useAuth } from '../../lib/auth/auth.store';
import { aSession } from '../../test/a-session';
import { createLiveCache } from '../../lib/live/live-cache';
import { queryClient } from '../../lib/query-client';
import { emptyServer, later, profileOf, someone } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { bodyOf, emptyPlan } from './plan.rule';

const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const slot = (n: number, more: Partial<Slot> = {}): Slot => ({
  _id: id(n),
  starts_at: `2099-05-0${n}T10:00:00.000Z`,
  ends_at: `2099-05-0${n}T11:00:00.000Z`,
  zone: 'UTC',
  place: 'Room 1',
  link: null,
  seats: 3,
  reserve_seats: 0,
  booked: 1,
  reserves: 0,
  ...more,
});
const calendar = (slots: Slot[], more: Partial<SlotCalendar> = {}): SlotCalendar => ({
  kind: 'onsite',
  study_title: 'Faces',
  study_place: 'Room 12',
  change_until_hours: 24,
  shows: 'day',
  slots,
  ...more,
});
const line = (tag: string, state: Attendance['state']): Attendance => ({
  entry: `entry-${tag}`,
  tag,
  state,
  day: '2099-05-04',
  slot_id: null,
  starts_at: null,
  reserve: null,
});

function desk(
  now: SlotCalendar,
  added: AddedSlots = { added: 1, skipped: [], twice: [] },
  role: StudyRole = 'owner',
  expected: Attendance[] = [
    line('aaaabbbbaaaabbbb', 'enrolled'),
    line('ccccddddccccdddd', 'started'),
  ],
) {
  const world = { now };
  const asked = fakeServer(
    profileOf(someone({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readSession).answer({ status: 200, body: aSession({ role }) }),
    on(listSlots).answer(() => ({ status: 200, body: world.now })),
    on(addSlots).answer({ status: 201, body: added }),
    on(cancelSlot).answer({ status: 204 }),
    on(changeSlot).answer({ status: 200, body: slot(4) }),
    on(listAttendance).answer({
      status: 200,
      body: { items: expected, next_cursor: null },
    }),
    on(decideOnMany).answer({ status: 200, body: { decided: 1, already: 0 } }),
    ...emptyServer,
  );
  useAuth.getState().signedIn('tok', later);
  renderPage(`/sessions/${id(9)}/slots`);
  return { world, sent: (method: string) => asked.filter((one) => one.method === method) };
}
beforeEach(() => freshBrowser());

test('the calendar shows a week with the number of bookings, and is updated live', async () => {
  const { world } = desk(calendar([slot(4), slot(5, { seats: 7 })]));
  expect(await screen.findByText('1 of 3')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Week of May 4, 2099' })).toBeVisible();
  world.now = calendar([slot(4, { booked: 2 }), slot(5)]);
  createLiveCache(queryClient).slotsUpdated();
  expect(await screen.findByText('2 of 3')).toBeVisible();
});

test.each([
  ['editor', true],
  ['viewer', false],
] as const)('an %s sees only permitted buttons', async (role, plans) => {
  const { sent } = desk(calendar([slot(4)]), undefined, role);
  expect(await screen.findByText('1 of 3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add slots' }) !== null).toBe(plans);
  expect(screen.queryByRole('button', { name: /^Cancel/ }) !== null).toBe(plans);
  expect(screen.queryByRole('tab', { name: 'Who is expected' })).toBeNull();
  expect(screen.getByText(plans ? /as an editor/ : /You view this study/)).toBeVisible();
  expect(sent('GET').some(({ path }) => path.endsWith('/attendance/'))).toBe(false);
});

test('place and seats of a slot can be changed, and the dialog says that booked people get an email', async () => {
  const { sent, world } = desk(calendar([slot(4)]));
  fireEvent.click(await screen.findByRole('button', { name: /^Change the slot of/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Change the slot of/ }));
  expect(dialog.getByText(/1 person has booked it, and gets a mail/)).toBeVisible();
  expect(dialog.getByText(/cancel the slot and add another/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Place'), { target: { value: 'Room 2' } });
  fireEvent.change(dialog.getByLabelText('Seats'), { target: { value: '5' } });
  world.now = calendar([slot(4, { place: 'Room 2', seats: 5 })]);
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Room 2')).toBeVisible();
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { place: 'Room 2', seats: 5, reserve_seats: 0 },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('new slots have the place of the study as default, and the first day has the focus', async () => {
  const { sent } = desk(calendar([]), { added: 1, skipped: [], twice: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  expect(dialog.getByLabelText('Place')).toHaveValue('Room 12');
  await waitFor(() => expect(dialog.getByLabelText('From day')).toHaveFocus());
  fireEvent.change(dialog.getByLabelText('From day'), { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('To day'), { target: { value: '2099-03-30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ place: 'Room 12' }));
});

test('the bookings of a slot with reserve seats show both counts', async () => {
  desk(calendar([slot(4, { booked: 0, seats: 1, reserves: 0, reserve_seats: 1 })]));
  expect(await screen.findByText('0 of 1 · 0 of 1 reserves')).toBeVisible();
});

test('after adding a pattern, the skipped times are listed with their reasons', async () => {
  const { sent } = desk(calendar([]), {
    added: 3,
    skipped: [{ starts: '2099-03-29T02:00', reason: 'missing' }],
    twice: ['2099-10-25T02:30'],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  fireEvent.change(dialog.getByLabelText('From day'), { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('To day'), { target: { value: '2099-10-30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  expect(await screen.findByText('3 slots were added.')).toBeVisible();
  expect(screen.getByText(/The clock leaves 1 time out: 2099-03-29 02:00/)).toBeVisible();
  expect(screen.getByText(/the slot is at the first: 2099-10-25 02:30/)).toBeVisible();
  expect(sent('POST')[0]?.body).toMatchObject({
    kind: 'weekly',
    from: '2099-03-23',
    weekdays: [1, 2, 3, 4, 5],
    times: [{ from: '09:00', to: '12:00' }],
  });
});

test('a day can be typed as YYYY-MM-DD, or picked from the calendar', async () => {
  const { sent } = desk(calendar([]), { added: 1, skipped: [], twice: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  fireEvent.click(dialog.getByLabelText('One slot'));
  const day = dialog.getByLabelText('Day');
  expect(day).toHaveProperty('type', 'text');
  expect(dialog.getByRole('button', { name: 'Day: pick it from the calendar' })).toBeVisible();
  fireEvent.change(day, { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('Starts at'), { target: { value: '14:30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({ kind: 'one', starts: '2099-03-23T14:30' });
});

test('cancelling a slot asks once, and shows how many people it affects', async () => {
  const { sent } = desk(calendar([slot(4, { booked: 2 })]));
  fireEvent.click(await screen.findByRole('button', { name: /^Cancel the slot of / }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^2 people have booked it/)).toBeVisible();
  expect(sent('DELETE')).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel the slot' }));
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
});

test('expected people are listed by tag, with the actions possible for each', async () => {
  const { sent } = desk(calendar([slot(4)]));
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  expect(await screen.findByText(/the list tells the day and not the slot/)).toBeVisible();
  expect(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'cccc dddd cccc dddd is here' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'aaaa bbbb aaaa bbbb is here' }));
  // The slot is on another day, so the page asks first.
  const early = within(
    await screen.findByRole('dialog', { name: 'Is aaaa bbbb aaaa bbbb here already?' }),
  );
  jest.useFakeTimers();
  act(() => early.getByRole('button', { name: 'Yes, is here' }).click());
  expect(screen.getByText(/^Will be marked as present\./)).toBeVisible();
  act(() => void jest.advanceTimersByTime(undoMs - 1));
  expect(sent('POST')).toEqual([]);
  act(() => void jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() =>
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
      [
        `/api/sessions/${id(9)}/decisions/`,
        { decisions: [{ tag: 'aaaabbbbaaaabbbb', decision: { action: 'attend' } }] },
      ],
    ]),
  );
});

test('attendance can be undone for ten seconds', async () => {
  const { sent } = desk(calendar([slot(4)]));
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  fireEvent.click(await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }),
  ).toBeVisible();
  expect(usePending.getState().held).toEqual([]);
  expect(sent('POST')).toEqual([]);
});

test.each([
  ['2099-05-04T10:00:00.000Z', false],
  ['2025-05-04T10:00:00.000Z', true],
])('for a slot at %s, "did not come" can be recorded: %s', async (starts_at, may) => {
  const is = slot(4, { starts_at, ends_at: starts_at.replace('10:', '11:') });
  const lines = [{ ...line('aaaabbbbaaaabbbb', 'enrolled'), slot_id: is._id, starts_at }];
  desk(calendar([is], { shows: 'slot' }), undefined, 'owner', lines);
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  expect(await screen.findByRole('button', { name: 'aaaa bbbb aaaa bbbb is here' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'aaaa bbbb aaaa bbbb did not come' }) !== null).toBe(
    may,
  );
});

test('a study that is not on site has no slots, and the page says so', async () => {
  desk(calendar([], { kind: null }));
  expect(await screen.findByText('This study has no slots')).toBeVisible();
});

test('a participant books a reserve seat only when it is marked as such, and sees why a booking was refused', async () => {
  const mine: Participation = {
    _id: id(7),
    session_id: id(9),
    study_id: id(1),
    study_title: 'Faces',
    state: 'enrolled',
    reward: null,
    payment_terms: null,
    payer: null,
    pay_by: null,
    duration_minutes: 20,
    due_at: null,
    reason: null,
    category: null,
    data_withdrawn_on: null,
    consent_withdrawn: false,
    paused: false,
    may_withdraw_data: false,
    by_appointment: true,
    researcher_concludes: false,
    runs_outside: false,
    runs_here: false,
    created_at: '2026-10-01T10:00:00Z',
    updated_at: '2026-10-01T10:00:00Z',
  };
  const open = ({ link: _, seats: __, reserve_seats: ___, booked, reserves, ...one }: Slot) => ({
    ...one,
    seats_left: booked,
    reserve_seats_left: reserves,
  });
  const choice: SlotChoice = {
    session_id: '0193a1b2-0000-7000-8000-000000000003',
    may_book: true,
    kind: 'onsite',
    tag: 'aaaabbbbaaaabbbb',
    booking: null,
    former: null,
    change_until_hours: 24,
    slots: [
      open(slot(4, { booked: 0, reserves: 1 })),
      open(slot(5, { booked: 0 })),
      open(slot(6, { booked: 2 })),
    ],
  };
  const asked = fakeServer(
    profileOf(someone()),
    on(listParticipations).answer({ status: 200, body: { items: [mine], next_cursor: null } }),
    on(readSlotChoice).answer({ status: 200, body: choice }),
    on(bookSlot).answer(
      refusal('slot_overlap', { description: 'You have something else booked at that time.' }),
    ),
    ...emptyServer,
  );
  useAuth.getState().signedIn('tok', later);
  renderPage('/history/participation');
  expect(await screen.findByText('Full')).toBeVisible();
  // The researcher records attendance, so the participant has no button to start.
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Come as a reserve/ }));
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Come as a reserve' }));
  expect(await screen.findByText('You have something else booked at that time.')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^Book / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Book this time' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { slot_id: id(4), reserve: true },
      { slot_id: id(6) },
    ]),
  );
});

test('the form sends a place for a room, and a link for a call', () => {
  const plan = { ...emptyPlan('UTC', ''), kind: 'one', where: ' https://call.test ' } as const;
  expect(bodyOf(plan, true)).toMatchObject({ link: 'https://call.test' });
  expect(bodyOf(plan, true)).not.toHaveProperty('place');
  expect(bodyOf({ ...plan, where: '' }, false)).toMatchObject({ place: null });
});
