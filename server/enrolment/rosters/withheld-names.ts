import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

/** What decides whose names a researcher may not learn, whatever the privacy level. */
export interface NamesKeeper {
  /**
   * Those of the accounts whose names are withheld from the researcher.
   * @param on runs as commonlab_link
   */
  withheld(
    on: Pick<Transaction, 'query'>,
    researcherId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
}

/**
 * Where the context that withholds names says whose: that context knows this one, and not the other way round. Without a
 * keeper, the privacy level alone decides. For what is shown at the moment when it happens, the same context defines the view
 * identity.reader_by_day (reader-by-day.sql.ts).
 */
@Injectable()
export class WithheldNames {
  private keeper: NamesKeeper | undefined;

  /** @throws Error where names have a keeper already */
  keptBy(keeper: NamesKeeper): void {
    if (this.keeper) throw new Error('withheld names have a keeper already');
    this.keeper = keeper;
  }

  /** Those of the accounts whose names are withheld from the researcher. */
  async among(
    on: Pick<Transaction, 'query'>,
    researcherId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (!this.keeper || accountIds.length === 0) return new Set();
    return this.keeper.withheld(on, researcherId, accountIds);
  }
}
