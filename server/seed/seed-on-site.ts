import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { Enrol } from '../enrolment/enrol/enrol.command';
import { rosterEntryOf } from '../enrolment/rosters/roster-entries';
import { LaunchedSessionRead } from '../enrolment/sessions/launched-session.read';
import { WriteMessage } from '../messages/write-message.command';
import type { Clock } from '../platform/concurrency/clock';
import { days, addMilliseconds } from '../platform/concurrency/clock';
import type { Secrets } from '../platform/security/secrets';
import { AddSlots } from '../slots/add-slots.command';
import { BookSlot } from '../slots/bookings/book-slot.command';
import type { SlotChoiceRead } from '../slots/bookings/slot-choice.read';
import type { SlotsRead } from '../slots/slots.read';

interface Demo {
  commands: CommandBus;
  sessions: LaunchedSessionRead;
  slots: SlotsRead;
  choices: SlotChoiceRead;
  secrets: Secrets;
  clock: Clock;
  researcher: Caller;
  participant: Caller;
  guests: readonly Caller[];
}

/**
 * Seeds the demo's study on site: slots in the next two weeks, guests who have booked a slot, a
 * participant who has not, and messages between this participant and the researcher. What an
 * earlier start created stays.
 */
export async function seedOnSiteStudy(
  { commands, sessions, slots, choices, secrets, clock, researcher, participant, guests }: Demo,
  sessionId: string,
): Promise<void> {
  const day = (n: number) => addMilliseconds(clock.now(), days(n)).toISOString().slice(0, 10);
  const planned = await slots.calendar(sessionId, researcher.person);
  if (planned.slots.length === 0)
    await commands.execute(
      new AddSlots(
        sessionId,
        {
          kind: 'weekly',
          from: day(2),
          to: day(15),
          weekdays: [1, 2, 3, 4, 5],
          times: [{ from: '09:00', to: '12:00' }],
          duration_minutes: 45,
          gap_minutes: 15,
          zone: 'Europe/Berlin',
          seats: 2,
          reserve_seats: 1,
          place: 'Room 12, Psychology building',
        },
        researcher,
      ),
    );
  const session = await sessions.byId(sessionId);
  const sha256 = session?.consent_texts[0]?.sha256;
  if (!session || sha256 === undefined) throw new Error('the demo’s session was not launched');
  const consent = { _id: session.consent_id, sha256 };
  const enrolled = async (who: Caller) =>
    (await commands.execute(new Enrol(sessionId, { consent }, who))).participation._id;
  // The first two guests fill the first slot; the third guest is the first in the next slot.
  for (const guest of guests) {
    const id = await enrolled(guest);
    const { booking, slots: open } = await choices.of(id, guest.person.account_id);
    if (booking) continue;
    const free = open.find(({ seats_left }) => seats_left > 0);
    if (free) await commands.execute(new BookSlot(id, free._id, false, guest));
  }
  const participation = await enrolled(participant);
  const entry = rosterEntryOf(secrets, sessionId, participation);
  const say = (by: Caller, text: string) =>
    commands.execute(
      new WriteMessage(
        by === participant ? { participationId: participation } : { sessionId, entry },
        { text },
        by,
        // An idempotency key, so that a second start does not write a message twice.
        'demo',
      ),
    );
  await say(participant, 'Hello! Can I come with my bicycle, or is there no place to leave it?');
  await say(
    researcher,
    'There are stands in front of the building. Please choose a slot that suits you; we look forward to meeting you.',
  );
}
