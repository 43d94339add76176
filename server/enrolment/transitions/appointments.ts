import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

/** An appointment in the future. */
export interface FutureAppointment {
  /** When it begins: local time, followed by the name of the time zone. */
  begins: string;
  /**
   * The day of the appointment; null once that day has begun in at least one time zone. Rosters
   * show the day without a time zone, so a researcher anywhere may take it for today.
   */
  day: string | null;
}

/** The context that stores appointments implements this for participations. */
export interface AppointmentPort {
  /** @returns the appointments that have not begun yet, by the participation that has them */
  ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, FutureAppointment>>;
}

/**
 * Reads the bookings of participations for transitions. The slots context, which stores the
 * bookings, registers itself here, since this context may not import it.
 */
@Injectable()
export class Appointments implements AppointmentPort {
  private keeper: AppointmentPort | undefined;

  /**
   * Registers the context that stores appointments.
   * @throws Error if a context is registered already
   */
  keptBy(keeper: AppointmentPort): void {
    if (this.keeper) throw new Error('the appointments have a keeper already');
    this.keeper = keeper;
  }

  /**
   * Finds the participations that have an appointment. If no context that stores appointments is
   * registered, it finds none.
   */
  async ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, FutureAppointment>> {
    if (participationIds.length === 0) return new Map();
    return (await this.keeper?.ahead(tx, participationIds, now)) ?? new Map();
  }
}
