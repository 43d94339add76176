import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from './access/caller';
import { Enrol } from './enrolment/participations/enrol.command';
import { entryOf } from './enrolment/rosters/roster-entries';
import { LaunchedSessionRead } from './enrolment/sessions/launched-session.read';
import { WriteMessage } from './messages/write-message.command';
import type { Clock } from './platform/concurrency/clock';
import { days, later } from './platform/concurrency/clock';
import type { Secrets } from './platform/security/secrets';
import { AddSlots } from './slots/add-slots.command';

interface Demo {
  commands: CommandBus;
  sessions: LaunchedSessionRead;
  secrets: Secrets;
  clock: Clock;
  researcher: Caller;
  participant: Caller;
}

/**
 * What the demo's study on site has: slots of the next two weeks, a participant who has not booked
 * one yet, and the messages between the two.
 */
export async function seedOnSite(
  { commands, sessions, secrets, clock, researcher, participant }: Demo,
  sessionId: string,
): Promise<void> {
  const day = (n: number) => later(clock.now(), days(n)).toISOString().slice(0, 10);
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
  const { participation } = await commands.execute(
    new Enrol(sessionId, { consent: { _id: session.consent_id, sha256 } }, participant),
  );
  const entry = entryOf(secrets, sessionId, participation._id);
  const say = (by: Caller, text: string) =>
    commands.execute(
      new WriteMessage(
        by === participant ? { participationId: participation._id } : { sessionId, entry },
        { text },
        by,
        null,
      ),
    );
  await say(participant, 'Hello! Can I come with my bicycle, or is there no place to leave it?');
  await say(
    researcher,
    'There are stands in front of the building. Please choose a slot that suits you; we look forward to meeting you.',
  );
}
