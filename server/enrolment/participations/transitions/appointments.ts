import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/db/unit-of-work';

/** An appointment that has not begun. */
export interface AppointmentAhead {
  /** When it begins, by the clock of its zone, which is named. */
  begins: string;
  /** Its day, where that has begun nowhere on earth; null from then on. */
  day: string | null;
}

/** What keeps the appointments of participations. */
export interface AppointmentKeeper {
  /** @returns of these participations, those with an appointment that has not begun */
  ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, AppointmentAhead>>;
}

/**
 * Where the context that keeps the slots says what a transition must know of them: that context knows
 * this one, and not the other way round.
 */
@Injectable()
export class Appointments implements AppointmentKeeper {
  private keeper: AppointmentKeeper | undefined;

  /** @throws Error where two want to keep them */
  keptBy(keeper: AppointmentKeeper): void {
    if (this.keeper) throw new Error('the appointments have a keeper already');
    this.keeper = keeper;
  }

  /** Without a keeper there is none. */
  async ahead(
    tx: Transaction,
    participationIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, AppointmentAhead>> {
    if (participationIds.length === 0) return new Map();
    return (await this.keeper?.ahead(tx, participationIds, now)) ?? new Map();
  }
}
