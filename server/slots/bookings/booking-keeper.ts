import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Appointments,
  type AppointmentAhead,
  type AppointmentKeeper,
} from '../../enrolment/participations/transitions/appointments';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Where a day begins first: of a day that is told beside a tag, the zone of its slot is not. */
const firstZone = 'Pacific/Kiritimati';

/**
 * What a transition must know of the booking of a participation, which it has locked: a booking is
 * made, moved and given up under the same lock.
 */
@Injectable()
export class BookingKeeper implements AppointmentKeeper, OnModuleInit {
  constructor(private readonly appointments: Appointments) {}

  onModuleInit(): void {
    this.appointments.keptBy(this);
  }

  /** Of a cancelled slot nothing is ahead. */
  async ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, AppointmentAhead>> {
    const rows = await tx.query<AppointmentAhead & { participation_id: string }>(
      `SELECT b.participation_id,
         to_char(s.starts_at AT TIME ZONE s.zone, 'YYYY-MM-DD HH24:MI') || ' (' || s.zone || ')' AS begins,
         CASE WHEN s.day::timestamp AT TIME ZONE $3::text > $2 THEN s.day::text END AS day
       FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
       WHERE b.participation_id = ANY($1::uuid[]) AND s.starts_at > $2 AND NOT s.cancelled`,
      [participationIds, now, firstZone],
    );
    return new Map(rows.map(({ participation_id, ...ahead }) => [participation_id, ahead]));
  }
}
