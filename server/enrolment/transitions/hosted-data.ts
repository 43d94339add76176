import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

type Ids = readonly string[];

/**
 * Implemented by the context that stores the data of hosted studies; each call runs in the transaction of a
 * transition.
 */
export interface HostedDataPort {
  /** @returns those of the given participations whose study data are completely stored */
  complete(tx: Transaction, participationIds: Ids): Promise<ReadonlySet<string>>;
  /** Called for participations that ended without being completed: no further data are stored for them. */
  end(tx: Transaction, participationIds: Ids): Promise<void>;
  /** Called for participations that had ended and are resumed: their last run continues. */
  reopen(tx: Transaction, participationIds: Ids): Promise<void>;
  /** Called for participations whose participants withdrew their data, which must then be deleted. */
  erase(tx: Transaction, participationIds: Ids): Promise<void>;
}

/**
 * The context that stores the data of hosted studies registers here what it does in a transition.
 * It may import this context, but this context may not import it (docs/decisions/record-log.md).
 */
@Injectable()
export class HostedData implements HostedDataPort {
  private keeper: HostedDataPort | undefined;

  /**
   * Registers the context that stores the data.
   * @throws Error if a context is registered already
   */
  keptBy(keeper: HostedDataPort): void {
    if (this.keeper) throw new Error('the data of hosted studies have a keeper already');
    this.keeper = keeper;
  }

  /**
   * Finds the participations whose data are completely stored; none if no context is registered.
   */
  async complete(tx: Transaction, participationIds: Ids): Promise<ReadonlySet<string>> {
    if (participationIds.length === 0) return new Set();
    return (await this.keeper?.complete(tx, participationIds)) ?? new Set();
  }

  async end(tx: Transaction, participationIds: Ids): Promise<void> {
    if (participationIds.length > 0) await this.keeper?.end(tx, participationIds);
  }

  async reopen(tx: Transaction, participationIds: Ids): Promise<void> {
    if (participationIds.length > 0) await this.keeper?.reopen(tx, participationIds);
  }

  async erase(tx: Transaction, participationIds: Ids): Promise<void> {
    if (participationIds.length > 0) await this.keeper?.erase(tx, participationIds);
  }
}
