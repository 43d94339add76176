import type { Transaction } from '../../platform/db/unit-of-work';

export type ReportDamage<D extends string> = (damage: D, of: string) => void;

/** What another context compares with the ledger when that is verified: the ledger knows none of its rows. */
export interface LedgerCheck<D extends string = string> {
  /** What each damage means, with what it was found at. */
  readonly sentences: Readonly<Record<D, (of: string) => string>>;
  /** @param on one snapshot of all tables */
  run(on: Pick<Transaction, 'query'>, report: ReportDamage<D>): Promise<void>;
}
