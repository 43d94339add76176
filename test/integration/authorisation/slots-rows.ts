import { randomUUID } from 'node:crypto';
import * as slots from '../../../contracts/slots/slots';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';

/** The expected answers of the policy `slot.manage`: people who do not run the session get 404. */
const toOwner = (cell: ExpectedAnswer): ExpectedAnswers => ({
  pending: cell,
  failed: cell,
  approved: cell,
  'everybody else': 'not_found',
});
/**
 * The expected answers of the policy `slot.book`: signed-in people other than the participant get
 * 404.
 */
const toParticipant = (cell: ExpectedAnswer): ExpectedAnswers => ({
  participant: cell,
  visitor: 'unauthenticated',
  'everybody else': 'not_found',
});

async function slotIn({ run }: MatrixCellFixtures, session: string): Promise<string> {
  const id = randomUUID();
  await run.source.query(
    `INSERT INTO research.slot_plan (session_id) VALUES ($1) ON CONFLICT DO NOTHING`,
    [session],
  );
  await run.source.query(
    `INSERT INTO research.slot (id, session_id, starts_at, ends_at, zone, day, seats)
     VALUES ($1, $2, now() + interval '9 days', now() + interval '9 days 1 hour', 'UTC',
       (now() + interval '9 days')::date, 2)`,
    [id, session],
  );
  return id;
}
const session = async (scene: MatrixCellFixtures) => ({
  params: { id: (await scene.session()).session },
});
const slot = async (scene: MatrixCellFixtures) => ({
  params: { id: await slotIn(scene, (await scene.session()).session) },
});
const participation = async (scene: MatrixCellFixtures) => ({
  params: { id: await scene.participation() },
});
/**
 * Makes a participation of the participant, and a slot of its session. With `isBooked`, also books
 * the slot for the participation.
 */
async function bookable(scene: MatrixCellFixtures, isBooked = false) {
  const id = await scene.participation();
  const [found]: { session_id: string }[] = await scene.run.source.query(
    `SELECT session_id FROM research.participation WHERE id = $1`,
    [id],
  );
  const slot_id = await slotIn(scene, found?.session_id ?? '');
  if (isBooked)
    await scene.run.source.query(
      `INSERT INTO research.booking (participation_id, slot_id, expires_at)
       VALUES ($1, $2, now() + interval '40 days')`,
      [id, slot_id],
    );
  return { params: { id }, body: { slot_id } };
}

export const slotsMatrixRows: readonly AuthorisationRow[] = [
  row(slots.listSlots, toOwner(200), session),
  row(
    slots.addSlots,
    toOwner('no_slots_here'),
    async (scene) => ({
      ...(await session(scene)),
      body: {
        kind: 'one',
        starts: '2099-05-04T10:00',
        duration_minutes: 60,
        zone: 'UTC',
        seats: 1,
      },
    }),
    'to a study that runs elsewhere',
  ),
  row(slots.setSlotChangeDeadline, toOwner(200), async (scene) => ({
    ...(await session(scene)),
    body: { change_until_hours: 2 },
  })),
  row(slots.changeSlot, toOwner(200), async (scene) => ({
    ...(await slot(scene)),
    body: { seats: 3 },
  })),
  row(slots.cancelSlot, toOwner(204), slot),
  row(slots.listAttendance, toOwner(200), session),
  row(slots.readSlotCalendar, toOwner(200), session),
  row(slots.readSlotBookingOptions, toParticipant(200), participation),
  row(slots.bookSlot, toParticipant(200), (scene) => bookable(scene)),
  row(slots.cancelBooking, toParticipant(200), async (scene) => ({
    params: (await bookable(scene, true)).params,
  })),
  row(slots.readBookingCalendar, toParticipant(200), async (scene) => ({
    params: (await bookable(scene, true)).params,
  })),
];
