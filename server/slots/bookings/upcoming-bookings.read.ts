import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Appointments,
  type FutureAppointment,
  type AppointmentPort,
} from '../../enrolment/transitions/appointments';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * The time zone in which each day begins first. The roster shows the day of a slot without a time
 * zone, so a reader may be in any zone. The day counts as begun once it has begun in this zone.
 */
const firstZone = 'Pacific/Kiritimati';

/**
 * Tells the enrolment context which participations have future bookings. The enrolment context
 * needs this before it changes the state of a participation. The caller must have locked the
 * participations: bookings are made, moved and cancelled only under this lock.
 */
@Injectable()
export class UpcomingBookingsRead implements AppointmentPort, OnModuleInit {
  constructor(private readonly appointments: Appointments) {}

  onModuleInit(): void {
    this.appointments.keptBy(this);
  }

  /** Finds the future bookings of the participations. Cancelled slots do not count. */
  async ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, FutureAppointment>> {
    const rows = await tx.query<FutureAppointment & { participation_id: string }>(
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
