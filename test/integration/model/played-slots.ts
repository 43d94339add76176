import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { rosterEntryOf } from '../../../server/enrolment/rosters/roster-entries';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { SlotsJob } from '../../../server/slots/slots.job';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { slotRequestsOf, timeInDays, type SeatedPerson } from '../slots/booking';
import {
  participationKeyOf,
  modelledDurations,
  type SlotModel,
  type ModelledParticipation,
  type ModelledSlot,
  type SlotStep,
} from './slot-model';
import { EventLog } from './event-log';

const minute = 60_000;
/** How many days ahead the planned slots begin. */
const ahead = 10;

/**
 * The slots of two studies on site: some overlap or touch slots of the other study, some do
 * neither.
 */
export const plannedSlots = [
  { study: 0, time: '10:00', seats: 1, reserve_seats: 2 },
  { study: 0, time: '12:00', seats: 2, reserve_seats: 0 },
  { study: 1, time: '10:30', seats: 1, reserve_seats: 1 },
  { study: 1, time: '11:00', seats: 3, reserve_seats: 0, place: 'Room 2' },
];
export const studyCount = 2;

/** Real studies with slots that several servers handle, and people with a seat in each study. */
export class SlotsUnderTest {
  private constructor(
    private readonly servers: readonly RunningApp[],
    private readonly sessions: readonly RecruitingStudy[],
    private readonly slotIds: readonly string[],
    private readonly seats: ReadonlyMap<string, SeatedPerson>,
    private readonly told: EventLog,
    readonly slots: readonly ModelledSlot[],
  ) {}

  static async of(
    servers: readonly RunningApp[],
    people: readonly TestPerson[],
    researcher: TestPerson,
  ): Promise<SlotsUnderTest> {
    const [run] = servers;
    if (!run) throw new Error('no server');
    const calls = slotRequestsOf(run);
    const begin = run.clock.now().getTime();
    const sessions: RecruitingStudy[] = [];
    for (let study = 0; study < studyCount; study++)
      sessions.push(
        await calls.session({
          researcher,
          privacy_level: 'roster_on_start',
          start_within_minutes: modelledDurations.lease,
          maximum_minutes: modelledDurations.run,
        }),
      );
    const seats = new Map<string, SeatedPerson>();
    for (const [study, r] of sessions.entries())
      for (const [who, person] of people.entries())
        seats.set(participationKeyOf({ who, study }), await calls.seated(r, person));
    const slotIds: string[] = [];
    const slots: ModelledSlot[] = [];
    for (const { study, time, ...details } of plannedSlots) {
      const session = sessions[study];
      if (!session) throw new Error('no such study');
      const starts = timeInDays(run, ahead, time);
      slotIds.push(await calls.slot(session, { ...details, starts }));
      const at = (Date.parse(`${starts}:00Z`) - begin) / minute;
      const { seats: ofSlot, reserve_seats } = details;
      slots.push({ study, starts: at, ends: at + 60, seats: ofSlot, reserves: reserve_seats });
    }
    const told = await EventLog.of(
      run,
      sessions.map(({ session_id }) => session_id),
    );
    return new SlotsUnderTest(servers, sessions, slotIds, seats, told, slots);
  }

  /**
   * Takes one step on one of the servers.
   * @returns the state of the participation, `done`, or the error code
   */
  async take(step: SlotStep, server: number): Promise<string> {
    const run = this.servers[server % this.servers.length];
    if (!run) throw new Error('no server');
    const calls = slotRequestsOf(run);
    const told = ({ status, body }: { status: number; body: { code?: string; state?: string } }) =>
      status >= 300 ? (body.code ?? String(status)) : 'done';
    switch (step.kind) {
      case 'time':
        await new SlotsJob(run.app.get(UnitOfWork), run.clock).run();
        await run.app.get(DeadlineEnforcer, { strict: false }).endOverdue();
        return 'done';
      case 'cancel': {
        const r = this.sessions[plannedSlots[step.slot]?.study ?? -1];
        if (!r) throw new Error('no such slot');
        return told(await calls.cancel(r, this.slotIds[step.slot] ?? ''));
      }
      case 'book':
      case 'give up':
      case 'withdraw':
      case 'attend':
      case 'conclude':
      case 'no-show': {
        const seat = this.seats.get(participationKeyOf(step));
        if (!seat) throw new Error('nobody there');
        if (step.kind === 'book')
          return told(
            await calls.book(seat, this.slotIds[step.slot] ?? '', step.reserve || undefined),
          );
        if (step.kind === 'give up') return told(await calls.giveUp(seat));
        const answer =
          step.kind === 'withdraw'
            ? await calls.ask<{ state: string }>(
                'PUT',
                `/api/participations/${seat.id}/`,
                seat.person,
                { action: 'withdraw' },
              )
            : await calls.decide(
                seat.r,
                rosterEntryOf(run.app.get(Secrets), seat.r.session_id, seat.id),
                step.kind,
              );
        return answer.status < 300 ? answer.body.state : answer.body.code;
      }
    }
  }

  /** Reads from the database what is compared with the model. */
  async picture(now: Date): Promise<ComparedSlots> {
    const [run] = this.servers;
    if (!run) throw new Error('no server');
    const ids = new Map([...this.seats].map(([key, { id }]) => [id, key]));
    const rows: {
      id: string;
      state: ModelledParticipation['state'];
      due_at: Date | null;
      slot_id: string | null;
      reserve_no: number | null;
      lease_until: Date | null;
      is_reminded: boolean;
      is_lease_over: boolean;
    }[] = await run.source.query(
      `SELECT p.id, p.state, p.due_at, b.slot_id, b.reserve_no, b.lease_until, b.is_reminded,
         b.is_lease_over
       FROM research.participation p LEFT JOIN research.booking b ON b.participation_id = p.id
       WHERE p.id = ANY($1::uuid[])`,
      [[...ids.keys()]],
    );
    const slots: { id: string; booked: number; reserves: number; cancelled: boolean }[] =
      await run.source.query(
        `SELECT id, booked, reserves, cancelled FROM research.slot WHERE id = ANY($1::uuid[])`,
        [this.slotIds],
      );
    const [times]: { taken: number }[] = await run.source.query(
      `SELECT count(*)::int AS taken FROM research.booked_time
       WHERE participation_id = ANY($1::uuid[]) AND ends_at > $2`,
      [[...ids.keys()], now],
    );
    await this.told.read((id) => this.seats.get(ids.get(id) ?? '')?.person.email.toLowerCase());
    const minutesTo = (at: Date | null) =>
      at === null ? null : Math.round((at.getTime() - now.getTime()) / minute);
    const byKey = (all: ReadonlyMap<string, readonly string[]>) =>
      Object.fromEntries([...all].map(([id, names]) => [ids.get(id) ?? id, names]));
    return {
      places: Object.fromEntries(
        rows.map((row) => [
          ids.get(row.id) ?? '',
          [
            row.state,
            minutesTo(row.due_at),
            row.slot_id === null
              ? null
              : [
                  this.slotIds.indexOf(row.slot_id),
                  row.reserve_no,
                  minutesTo(row.lease_until),
                  row.is_reminded,
                  row.is_lease_over,
                ],
          ],
        ]),
      ),
      slots: this.slotIds.map((id) => {
        const slot = slots.find((one) => one.id === id);
        return [slot?.booked ?? -1, slot?.reserves ?? -1, slot?.cancelled ?? true];
      }),
      taken: times?.taken ?? -1,
      events: byKey(this.told.events),
      mails: byKey(this.told.mails),
    };
  }
}

/**
 * What is compared: each person's seat in each study, with its deadline, booking, events and mails;
 * each slot with its counts; and the occupied time of people in units of five minutes.
 */
export interface ComparedSlots {
  readonly places: Readonly<Record<string, unknown>>;
  readonly slots: readonly unknown[];
  readonly taken: number;
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly mails: Readonly<Record<string, readonly string[]>>;
}
export const comparedSlotsOf = ({
  now,
  places,
  slots,
  cancelled,
  events,
  mails,
}: SlotModel): ComparedSlots => {
  const bookings = [...places.values()].flatMap(({ booking }) => booking ?? []);
  return {
    places: Object.fromEntries(
      [...places].map(([key, { state, due, booking }]) => [
        key,
        [
          state,
          due === null ? null : due - now,
          booking && [
            booking.slot,
            booking.reserve,
            booking.lease === null ? null : booking.lease - now,
            booking.reminded,
            booking.over,
          ],
        ],
      ]),
    ),
    slots: slots.map((_, number) => {
      const there = bookings.filter(({ slot }) => slot === number);
      const reserves = there.filter(({ reserve }) => reserve !== null).length;
      return [there.length - reserves, reserves, cancelled.has(number)];
    }),
    taken: bookings.reduce((sum, { slot }) => {
      const { starts, ends } = slots[slot] ?? { starts: 0, ends: 0 };
      return sum + (ends > now ? (ends - starts) / 5 : 0);
    }, 0),
    events: Object.fromEntries(events),
    mails: Object.fromEntries(mails),
  };
};
