import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

/** Implemented by the context that decides whose names a researcher may not learn, whatever the privacy level. */
export interface WithheldNamesPort {
  /**
   * Returns those of the accounts whose names are withheld from the researcher.
   * @param on a transaction that runs under the role commonlab_link
   */
  withheld(
    on: Pick<Transaction, 'query'>,
    researcherId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
}

/**
 * The teaching context decides which names are withheld from a researcher, and registers itself
 * here: it may import this context, but this context may not import the teaching context. If no
 * context is registered, only the privacy level decides. The teaching context also defines the view
 * identity.reader_by_day, which decides who sees events immediately (reader-by-day.sql.ts).
 */
@Injectable()
export class WithheldNames {
  private keeper: WithheldNamesPort | undefined;

  /**
   * Registers the context that decides which names are withheld.
   * @throws Error if a context is registered already
   */
  keptBy(keeper: WithheldNamesPort): void {
    if (this.keeper) throw new Error('withheld names have a keeper already');
    this.keeper = keeper;
  }

  /** Finds the accounts whose names are withheld from the researcher. */
  async among(
    on: Pick<Transaction, 'query'>,
    researcherId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (!this.keeper || accountIds.length === 0) return new Set();
    return this.keeper.withheld(on, researcherId, accountIds);
  }
}
