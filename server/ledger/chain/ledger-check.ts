import type { Transaction } from '../../platform/db/unit-of-work';

export type ReportDamage<D extends string> = (damage: D, of: string) => void;

/**
 * A check of another context against the ledger, run when the ledger is verified: the ledger does not know that
 * context's tables.
 */
export interface LedgerCheck<D extends string = string> {
  /** The sentence for each kind of damage, with the id where it was found. */
  readonly sentences: Readonly<Record<D, (of: string) => string>>;
  /** @param on a single snapshot of all tables */
  run(on: Pick<Transaction, 'query'>, report: ReportDamage<D>): Promise<void>;
}
