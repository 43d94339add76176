import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * The total that an account holder is paid in a calendar year and currency. The owner is stored
 * only as a keyed hash, and nothing in the row leads to a participation or a payment.
 */
@Entity({ schema: 'identity', name: 'payout_total' })
@Check('payout_total_amount_check', 'amount > 0')
@Index('payout_total_year', ['year'])
export class PayoutTotalRow {
  @PrimaryColumn('bytea') account_key!: Buffer;
  /** UTC. */
  @PrimaryColumn('smallint') year!: number;
  @PrimaryColumn('text') currency!: string;
  /**
   * Minor units, as of the last payout by gift code or bank transfer. Cash that was paid since then
   * is added with the next payout.
   */
  @Column('bigint') amount!: string;
}

/** A payout above the reporting threshold that waits for an administrator. */
@Entity({ schema: 'identity', name: 'payout_check' })
@Check('payout_check_amount_check', 'amount > 0')
@Check('payout_check_state_check', `state IN ('held', 'released')`)
@Unique('payout_check_payment', ['payment_key'])
@Index('payout_check_waiting', ['day', 'id'], { where: `state = 'held'` })
export class PayoutCheckRow {
  @PrimaryColumn('uuid') id!: string;
  /** The keyed hash of the payment's id (payment-key.ts). */
  @Column('bytea') payment_key!: Buffer;
  /** Minor units. */
  @Column('integer') amount!: number;
  @Column('text') currency!: string;
  /** UTC. */
  @Column('date') day!: string;
  /**
   * What the account holder is paid in the calendar year of `day`, in minor units, including this
   * payout.
   */
  @Column('bigint') year_total!: string;
  /** Encrypted holder and IBAN; null for a gift code. */
  @Column('bytea', { nullable: true }) sealed!: Buffer | null;
  /** `released`: an administrator has checked it, and the payout will be made next. */
  @Column('text') state!: 'held' | 'released';
}
