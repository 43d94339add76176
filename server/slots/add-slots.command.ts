import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { slotsLimits } from '../../contracts/slots/limits';
import type { AddedSlots, NewSlots } from '../../contracts/slots/slot-plans';
import type { Caller } from '../access/caller';
import { Clock } from '../platform/concurrency/clock';
import { randomId } from '../platform/db/ids';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { badField, DomainError } from '../platform/errors/errors';
import { managedSession } from './managed-session.read';
import { planSlotTimes, localTimeOf, type PlannedSlotTimes } from './slot-pattern';

/**
 * Adds one slot, or all slots of a weekly pattern, to a session. A slot that exists already is not
 * added again.
 */
export class AddSlots extends Command<AddedSlots> {
  constructor(
    readonly sessionId: string,
    readonly body: NewSlots,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddSlots)
export class AddSlotsHandler implements ICommandHandler<AddSlots> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, session_closed, no_slots_here, too_many_slots, validation_failed */
  async execute({ sessionId, body, caller }: AddSlots): Promise<AddedSlots> {
    const planned = planSlotTimes(body, this.clock.now(), slotsLimits.slots);
    if (planned === null) throw new DomainError('too_many_slots', { max: slotsLimits.slots });
    if (body.kind === 'one') mustBeATime(planned);
    else if (planned.times.length + planned.skipped.length === 0)
      throw badField('weekdays', 'no_such_day');
    return this.unitOfWork.run(
      async (tx) => {
        const { account_id } = caller.person;
        const session = await managedSession(tx.manager, 'run', sessionId, account_id);
        if (session.state === 'closed') throw new DomainError('session_closed');
        if (session.kind === null) throw new DomainError('no_slots_here');
        // This statement locks the session's slot settings until the transaction ends. So if two
        // researchers add slots at the same time, the second call counts the slots of the first.
        await tx.query(
          `INSERT INTO research.slot_plan (session_id, change_until_hours) VALUES ($1, $2)
           ON CONFLICT (session_id) DO UPDATE SET session_id = excluded.session_id`,
          [sessionId, slotsLimits.slotChangeHours],
        );
        const added = await tx.query<{ starts_at: Date }>(
          `INSERT INTO research.slot (id, session_id, starts_at, ends_at, day, zone, place, link, seats, reserve_seats)
           SELECT t.id, $1, t.starts_at, t.ends_at, t.day, $6, $7, $8, $9, $10
           FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::date[]) AS t (id, starts_at, ends_at, day)
           ON CONFLICT DO NOTHING RETURNING starts_at`,
          [
            sessionId,
            planned.times.map(() => randomId()),
            planned.times.map((one) => one.starts_at),
            planned.times.map((one) => one.ends_at),
            planned.times.map((one) => localTimeOf(one.starts_at, body.zone).slice(0, 10)),
            body.zone,
            body.place ?? '',
            body.link ?? null,
            body.seats,
            body.reserve_seats ?? 0,
          ],
        );
        const [count] = await tx.query<{ slots: number }>(
          `SELECT count(*)::integer AS slots FROM research.slot WHERE session_id = $1 AND NOT cancelled`,
          [sessionId],
        );
        if ((count?.slots ?? 0) > slotsLimits.slots)
          throw new DomainError('too_many_slots', { max: slotsLimits.slots });
        tx.record('slots.calendar-changed', { session_id: sessionId, study_id: session.study_id });
        return {
          added: added.length,
          skipped: skippedOf(planned, added, body.zone),
          twice: planned.twice,
        };
      },
      { requestId: caller.request_id, turn: sessionId },
    );
  }
}

/**
 * Refuses a single slot that has begun already, or whose local time does not exist because of
 * daylight saving. A pattern of slots leaves such times out instead.
 */
function mustBeATime({ skipped }: PlannedSlotTimes): void {
  const [first] = skipped;
  if (first) throw badField('starts', first.reason === 'past' ? 'in_the_past' : 'time_missing');
}

/** Lists the times at which no slot was added, and why: skipped by the pattern, or a slot existed. */
function skippedOf(
  planned: PlannedSlotTimes,
  added: readonly { starts_at: Date }[],
  zone: string,
): AddedSlots['skipped'] {
  const isNew = new Set(added.map((one) => one.starts_at.getTime()));
  const there = planned.times.filter((one) => !isNew.has(one.starts_at.getTime()));
  return [
    ...planned.skipped,
    ...there.map((one) => ({
      starts: localTimeOf(one.starts_at, zone),
      reason: 'exists' as const,
    })),
  ];
}
