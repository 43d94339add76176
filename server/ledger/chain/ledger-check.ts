import type { Transaction } from '../../platform/db/unit-of-work';

export type DamageReporter<D extends string> = (damage: D, of: string) => void;

/**
 * A check that another context adds to `npm run ledger:verify`. The ledger does not know the tables
 * of that context; the check compares them with the ledger.
 */
export interface LedgerCheck<D extends string = string> {
  /** For each kind of damage: returns the report about the damaged item with the id `of`. */
  readonly sentences: Readonly<Record<D, (of: string) => string>>;
  /**
   * Compares the tables, and reports each damage that it finds.
   * @param on a transaction that sees one snapshot of all tables
   */
  run(on: Pick<Transaction, 'query'>, report: DamageReporter<D>): Promise<void>;
}
