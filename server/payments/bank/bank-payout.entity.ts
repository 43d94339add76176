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

/**
 * The encrypted bank account of an account holder. The row contains a keyed hash of the owner's
 * account id, and not the id itself. One request may store this row and choose how a payment is
 * paid, so the id would help to find out whose payment that is.
 */
@Entity({ schema: 'identity', name: 'payout_method' })
@Unique('payout_method_account', ['account_key'])
export class PayoutMethodRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') account_key!: Buffer;
  /** Holder and IBAN. */
  @Column('bytea') sealed!: Buffer;
}

/** Bank transfers that an administrator orders together. */
@Entity({ schema: 'identity', name: 'payout_batch' })
@Unique('payout_batch_key', ['request_key'])
@Index('payout_batch_drawn_by', ['drawn_by'])
export class PayoutBatchRow {
  @PrimaryColumn('uuid') id!: string;
  /** The administrator who made the batch; null after that account was erased. */
  @Column('uuid', { nullable: true }) drawn_by!: string | null;
  @ManyToOne(() => Account, { nullable: true, onDelete: 'SET NULL' })
  @JoinColumn({ name: 'drawn_by', foreignKeyConstraintName: 'payout_batch_drawn_by_fkey' })
  administrator?: Relation<Account> | null;
  /** The `Idempotency-Key` of the administrator's request. */
  @Column('text') request_key!: string;
  @Column('text') currency!: string;
  @Column('integer') payments!: number;
  /** Minor units. */
  @Column('bigint') total!: string;
  @Column('timestamptz') created_at!: Date;
}

/**
 * A payment by bank transfer. The payment is stored only as a keyed hash, so that nothing in this
 * row leads to a participation or an account.
 */
@Entity({ schema: 'identity', name: 'bank_payout' })
@Check('bank_payout_amount_check', 'amount > 0')
@Check('bank_payout_state_check', `state IN ('requested', 'ready', 'drawn', 'paid', 'returned')`)
@Check('bank_payout_drawn_check', `state IN ('requested', 'ready') OR batch_id IS NOT NULL`)
@Unique('bank_payout_payment', ['payment_key'])
@Index('bank_payout_ready', ['currency'], { where: `state = 'ready'` })
@Index('bank_payout_of_batch', ['batch_id'])
@Index('bank_payout_late_return', ['id'], { where: 'is_late_return' })
export class BankPayoutRow {
  @PrimaryColumn('uuid') id!: string;
  /** The keyed hash of the payment's id (payment-key.ts). */
  @Column('bytea') payment_key!: Buffer;
  /** Minor units. */
  @Column('integer') amount!: number;
  @Column('text') currency!: string;
  /**
   * Encrypted holder and IBAN; null once the payout was paid, or the participant's account was
   * erased.
   */
  @Column('bytea', { nullable: true }) sealed!: Buffer | null;
  /**
   * `requested`: the money is not booked yet. `ready`: the next batch will contain it. `drawn`: a batch contains it.
   * `paid`, `returned`: the bank's result.
   */
  @Column('text') state!: 'requested' | 'ready' | 'drawn' | 'paid' | 'returned';
  @Column('uuid', { nullable: true }) batch_id!: string | null;
  @ManyToOne(() => PayoutBatchRow, { nullable: true })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'bank_payout_batch_id_fkey' })
  batch?: Relation<PayoutBatchRow> | null;
  /** The day (UTC) on which the state last changed. */
  @Column('date') day!: string;
  /**
   * True from the moment at which the bank returns a transfer that was marked as paid, until a job
   * has updated the payment's state (follow-late-returns.job.ts).
   */
  @Column('boolean', { default: false }) is_late_return!: boolean;
  /** The bank's reason for returning the transfer. */
  @Column('text', { nullable: true }) reason!: string | null;
}
