import { Injectable } from '@nestjs/common';
import { slotsLimits } from '../../contracts/slots/limits';
import { endLeases } from '../enrolment/seats/lease';
import { Clock, days, hours, addMilliseconds, minutes } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { ScheduledJob } from '../platform/messaging/consumer';
import { recordPromotedReserves } from './bookings/promoted-reserves';
import { removeBookingsOfCancelledSlot } from './cancel-slot.command';

const batch = 500;

/**
 * SQL for `FROM` and `WHERE`: bookings `d` for which a reminder is due, with their slots `s`.
 * @param until the time one day after `now`
 */
const remindedBy = (now: string, until: string): string =>
  `research.slot s JOIN research.booking d ON d.slot_id = s.id
   WHERE s.starts_at > ${now} AND s.starts_at <= ${until} AND NOT s.cancelled AND NOT d.is_reminded`;
const timesOverBy = (now: string): string => `research.booked_time WHERE ends_at <= ${now}`;
/**
 * SQL for `FROM`: the bookings whose slot ended before this time. Leaves out bookings that
 * `endLeases` of this job has already handled.
 * @param before an operand of type timestamptz
 */
const leasesOverBy = (before: string): string =>
  `research.booking b JOIN research.slot s ON s.id = b.slot_id
   WHERE s.ends_at <= ${before} AND NOT b.is_lease_over`;
const halfCancelled = `research.slot s WHERE s.cancelled
  AND EXISTS (SELECT FROM research.booking b WHERE b.slot_id = s.id)`;

interface Ids {
  participation_id: string;
  session_id: string;
  study_id: string;
}

/**
 * The job for bookings:
 * - sends the reminder on the day before a slot;
 * - deletes booked times that are over;
 * - lets a seat expire if no researcher records the attendance;
 * - finishes interrupted work: mails to participants of a cancelled slot, and to reserves who moved
 * up.
 */
@Injectable()
export class SlotsJob implements ScheduledJob {
  readonly name = 'slots';
  readonly everyMs = minutes(1);
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    const steps = [
      remindedBy(now, `${now} + interval '24 hours'`),
      timesOverBy(now),
      leasesOverBy(`${now} - make_interval(hours => ${slotsLimits.attendanceDays * 24})`),
      halfCancelled,
      'research.booking WHERE is_moved_up',
    ];
    return `(${steps.map((step) => `EXISTS (SELECT FROM ${step})`).join(' OR ')})`;
  }

  async run(): Promise<number> {
    const steps = [
      () => this.remind(),
      () => this.forgetTimes(),
      () => this.endLeases(),
      () => this.finishCancelling(),
      () => this.unitOfWork.run((tx) => recordPromotedReserves(tx, null, batch)),
    ];
    let count = 0;
    for (const step of steps)
      for (let done = batch; done === batch;) {
        done = await step();
        count += done;
      }
    return count;
  }

  private remind(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const due = await tx.query<Ids>(
        `UPDATE research.booking b SET is_reminded = true
         FROM (
           SELECT d.participation_id FROM ${remindedBy('$1::timestamptz', '$2::timestamptz')}
           LIMIT ${batch} FOR NO KEY UPDATE OF d SKIP LOCKED) due,
           research.slot s JOIN research.recruitment r ON r.id = s.session_id
         WHERE b.participation_id = due.participation_id AND s.id = b.slot_id
         RETURNING b.participation_id, s.session_id, r.study_id`,
        [now, addMilliseconds(now, hours(24))],
      );
      for (const ids of due) tx.record('slots.slot-ahead', ids);
      return due.length;
    });
  }

  /**
   * Deletes the hashes of booked five-minute intervals that are over. The hashes prevent
   * overlapping bookings, and a past time cannot be booked.
   */
  private forgetTimes(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const gone = await tx.query(
        `DELETE FROM research.booked_time WHERE hash IN (
           SELECT hash FROM ${timesOverBy('$1::timestamptz')}
           LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
        [this.clock.now()],
      );
      return gone.length;
    });
  }

  private endLeases(): Promise<number> {
    const now = this.clock.now();
    return this.unitOfWork.run(async (tx) => {
      const over = await tx.query<{ participation_id: string }>(
        `SELECT b.participation_id FROM ${leasesOverBy('$1::timestamptz')} LIMIT ${batch}`,
        [addMilliseconds(now, -days(slotsLimits.attendanceDays))],
      );
      const ids = over.map((one) => one.participation_id);
      // `endLeases` locks the participations; the next statement locks their bookings. All
      // transactions lock in this order, so that they cannot deadlock.
      await endLeases(tx, ids, now);
      await tx.query(
        `UPDATE research.booking SET is_lease_over = true WHERE participation_id = ANY($1::uuid[])`,
        [ids],
      );
      return ids.length;
    });
  }

  /**
   * Finishes the work of a server that died between cancelling a slot and removing its bookings.
   */
  private async finishCancelling(): Promise<number> {
    const left = await this.unitOfWork.run((tx) =>
      tx.query<{ id: string }>(`SELECT s.id FROM ${halfCancelled} LIMIT 50`),
    );
    for (const { id } of left)
      await this.unitOfWork.run((tx) => removeBookingsOfCancelledSlot(tx, id, this.clock.now()));
    return left.length;
  }
}
