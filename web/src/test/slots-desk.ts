import type { StudyRole } from '../../../contracts/collaborators/collaborators';
import { decideOnManyParticipations } from '../../../contracts/enrolment/session-insights';
import { readSession } from '../../../contracts/enrolment/sessions';
import type { AddedSlots } from '../../../contracts/slots/slot-plans';
import {
  addSlots,
  cancelSlot,
  changeSlot,
  listAttendance,
  listSlots,
  type AttendanceEntry,
  type Slot,
  type SlotCalendar,
} from '../../../contracts/slots/slots';
import { useAuth } from '../lib/auth/auth.store';
import { aSession } from './a-session';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from './common-answers';
import { type FakeRoute, fakeServer, on } from './fake-server';
import { renderPage } from './render-app';

export const numberedId = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const aSlot = (n: number, more: Partial<Slot> = {}): Slot => ({
  _id: numberedId(n),
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
export const aSlotCalendar = (slots: Slot[], more: Partial<SlotCalendar> = {}): SlotCalendar => ({
  kind: 'onsite',
  study_title: 'Faces',
  study_place: 'Room 12',
  change_until_hours: 24,
  shows: 'day',
  slots,
  ...more,
});
export const anAttendance = (tag: string, state: AttendanceEntry['state']): AttendanceEntry => ({
  entry: `entry-${tag}`,
  tag,
  state,
  day: '2099-05-04',
  slot_id: null,
  starts_at: null,
  reserve: null,
});

/** Shows the page of a session's slots to a researcher who has this role in the study. */
export function showSlotsPage(
  now: SlotCalendar,
  added: AddedSlots = { added: 1, skipped: [], twice: [] },
  role: StudyRole = 'owner',
  expected: AttendanceEntry[] = [
    anAttendance('aaaabbbbaaaabbbb', 'enrolled'),
    anAttendance('ccccddddccccdddd', 'started'),
  ],
  first: readonly FakeRoute[] = [],
) {
  const world = { now };
  const asked = fakeServer(
    first,
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readSession).answer({ status: 200, body: aSession({ _id: numberedId(9), role }) }),
    on(listSlots).answer(() => ({ status: 200, body: world.now })),
    on(addSlots).answer({ status: 201, body: added }),
    on(cancelSlot).answer({ status: 204 }),
    on(changeSlot).answer({ status: 200, body: aSlot(4) }),
    on(listAttendance).answer({
      status: 200,
      body: { items: expected, next_cursor: null },
    }),
    on(decideOnManyParticipations).answer({ status: 200, body: { decided: 1, already: 0 } }),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/sessions/${numberedId(9)}/slots`);
  return { world, sent: (method: string) => asked.filter((one) => one.method === method) };
}
