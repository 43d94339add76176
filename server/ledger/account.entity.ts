import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The purposes of ledger accounts. */
export const accountKinds = [
  /** Money that a researcher may spend. */
  'wallet',
  /** Money reserved for what a session may cost. */
  'hold',
  /** Money owed to participants. */
  'payable',
  /** The value of gift codes in stock. */
  'gift_codes',
  /** Credits that a student earned in a course. */
  'credit',
  /** What the platform earned. */
  'fees',
  /** Money on its way to participants. */
  'clearing',
  /**
   * All money outside the platform. Money enters the ledger from this account and leaves the ledger
   * to it. The balance is the negated sum of all other accounts.
   */
  'outside',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/**
 * Kinds of system accounts: the ledger has one account of each kind per unit (currency or course).
 */
export const systemAccountKinds = ['fees', 'clearing', 'outside'] as const satisfies AccountKind[];
export type SystemAccountKind = (typeof systemAccountKinds)[number];

/**
 * An account of the ledger. It names no person, study or session: the context that opened it knows its owner. A
 * trigger updates its balance: the application inserts postings and cannot write the column.
 */
@Entity({ schema: 'ledger', name: 'account' })
@Check('account_kind_check', `kind IN (${accountKinds.map((kind) => `'${kind}'`).join(', ')})`)
@Check('account_unit_check', `unit ~ '^([A-Z]{3}|credit:[0-9a-f-]{36})$'`)
@Check('account_balance_check', 'balance >= minimum')
@Check('account_exact_check', 'abs(balance) <= 9000000000000000')
@Index('account_common', ['kind', 'unit'], {
  unique: true,
  where: `kind IN (${systemAccountKinds.map((kind) => `'${kind}'`).join(', ')})`,
})
export class LedgerAccount {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: AccountKind;
  /** A currency of ISO 4217, or `credit:` and the id of a course. */
  @Column('text') unit!: string;
  /** The lowest balance that is allowed, in minor units; null for any. */
  @Column('bigint', { nullable: true }) minimum!: string | null;
  /** The sum of its postings, in minor units. */
  @Column('bigint', { default: 0 }) balance!: string;
}
