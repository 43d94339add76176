import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { Account } from '../../access/accounts/account.entity';
import { LedgerAccount } from '../../ledger/account.entity';
import { LedgerEntry } from '../../ledger/entries/entry.entity';

/**
 * The wallet of a researcher. This table says which researcher owns a ledger account, because the
 * ledger itself names no person.
 */
@Entity({ schema: 'identity', name: 'wallet' })
@Unique('wallet_researcher', ['researcher_id', 'currency'])
@Unique('wallet_account', ['account_id'])
@Unique('wallet_gift_account', ['gift_account_id'])
@Index('wallet_stock_counted', ['stock_counted_on'], { where: 'researcher_id IS NOT NULL' })
export class WalletRow {
  @PrimaryColumn('uuid') id!: string;
  /** Null after the researcher's account was erased: the wallet's money and its references stay. */
  @Column('uuid', { nullable: true }) researcher_id!: string | null;
  @ManyToOne(() => Account, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'researcher_id', foreignKeyConstraintName: 'wallet_researcher_id_fkey' })
  researcher?: Relation<Account> | null;
  /** ISO 4217. */
  @Column('text') currency!: string;
  /** Of the ledger. */
  @Column('uuid') account_id!: string;
  @ManyToOne(() => LedgerAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'wallet_account_id_fkey' })
  account?: Relation<LedgerAccount>;
  /**
   * The ledger account of the kind `gift_codes`: the value of the codes in stock. It is opened when
   * the first codes are added.
   */
  @Column('uuid', { nullable: true }) gift_account_id!: string | null;
  @ManyToOne(() => LedgerAccount, { nullable: true })
  @JoinColumn({
    name: 'gift_account_id',
    foreignKeyConstraintName: 'wallet_gift_account_id_fkey',
  })
  giftAccount?: Relation<LedgerAccount> | null;
  /**
   * The day (UTC) on which the wallet's gift codes were last counted (gift-codes/shortages.ts);
   * null before the first codes.
   */
  @Column('date', { nullable: true }) stock_counted_on!: string | null;
}

/** A budget that an administrator granted. */
@Entity({ schema: 'identity', name: 'allotment' })
@Index('allotment_wallet', ['wallet_id'])
@Unique('allotment_entry', ['entry_id'])
export class AllotmentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') wallet_id!: string;
  @ManyToOne(() => WalletRow)
  @JoinColumn({ name: 'wallet_id', foreignKeyConstraintName: 'allotment_wallet_id_fkey' })
  wallet?: Relation<WalletRow>;
  /** Minor units. */
  @Column('bigint') amount!: string;
  @Column('text', { nullable: true }) cost_centre!: string | null;
  @Column('text', { nullable: true }) reference!: string | null;
  /** UTC. */
  @Column('date') day!: string;
  @Column('uuid') entry_id!: string;
  @ManyToOne(() => LedgerEntry)
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'allotment_entry_id_fkey' })
  entry?: Relation<LedgerEntry>;
}

/** A bank transfer that a researcher announced. */
@Entity({ schema: 'identity', name: 'deposit' })
@Check('deposit_state_check', `state IN ('announced', 'confirmed', 'refused')`)
@Check(
  'deposit_confirmed_check',
  `(state = 'confirmed') = (entry_id IS NOT NULL AND bank_reference IS NOT NULL)`,
)
@Index('deposit_researcher', ['researcher_id', 'created_at'])
@Unique('deposit_key', ['researcher_id', 'request_key'])
@Unique('deposit_reference', ['reference'])
@Unique('deposit_bank_reference', ['bank_reference_key'])
export class DepositRow {
  @PrimaryColumn('uuid') id!: string;
  /** Null after the researcher's account was erased: the deposit and its references stay. */
  @Column('uuid', { nullable: true }) researcher_id!: string | null;
  @ManyToOne(() => Account, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'researcher_id', foreignKeyConstraintName: 'deposit_researcher_id_fkey' })
  researcher?: Relation<Account> | null;
  /** The `Idempotency-Key` of the announcement. */
  @Column('text') request_key!: string;
  /** Minor units. */
  @Column('bigint') amount!: string;
  @Column('text') currency!: string;
  /** The reference that the researcher must put on the transfer. */
  @Column('text') reference!: string;
  @Column('text', { default: 'announced' }) state!: 'announced' | 'confirmed' | 'refused';
  /** The bank's reference of the transfer that arrived; a transfer can be confirmed only once. */
  @Column('text', { nullable: true }) bank_reference!: string | null;
  /**
   * The bank's reference in capitals and without spaces, so that one transfer is confirmed only
   * once, however its reference was typed.
   */
  @Column('text', { nullable: true }) bank_reference_key!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('uuid', { nullable: true }) entry_id!: string | null;
  @ManyToOne(() => LedgerEntry, { nullable: true })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'deposit_entry_id_fkey' })
  entry?: Relation<LedgerEntry> | null;
  @Column('timestamptz') created_at!: Date;
}

/** Money that was taken out of a wallet. */
@Entity({ schema: 'identity', name: 'wallet_refund' })
@Check('wallet_refund_amount_check', 'amount > 0')
@Index('wallet_refund_wallet', ['wallet_id'])
@Unique('wallet_refund_entry', ['entry_id'])
export class WalletRefundRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') wallet_id!: string;
  @ManyToOne(() => WalletRow)
  @JoinColumn({ name: 'wallet_id', foreignKeyConstraintName: 'wallet_refund_wallet_id_fkey' })
  wallet?: Relation<WalletRow>;
  /** Minor units. */
  @Column('bigint') amount!: string;
  /** The bank's reference of the refund; null if it is no longer known. */
  @Column('text', { nullable: true }) reference!: string | null;
  /** UTC. */
  @Column('date') day!: string;
  @Column('uuid') entry_id!: string;
  @ManyToOne(() => LedgerEntry)
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'wallet_refund_entry_id_fkey' })
  entry?: Relation<LedgerEntry>;
}
