import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { ReceiptType } from '../../../contracts/payments/receipts/receipt-number';

/**
 * A receipt. A row never changes: a wrong receipt is voided by a new one
 * (docs/decisions/receipts.md). A receipt identifies a participant only through the payment that it
 * is about, and contains no exact time.
 */
@Entity({ schema: 'identity', name: 'receipt' })
@Check(
  'receipt_type_check',
  `type IN ('deposit', 'refund', 'session', 'participant-payment', 'disbursement-log', 'bonus')`,
)
@Check('receipt_number_check', 'number > 0')
@Check('receipt_signature_check', 'octet_length(signature) = 64')
@Unique('receipt_numbered', ['type', 'year', 'number'])
@Unique('receipt_replaced_once', ['replaces'])
@Index('receipt_valid', ['thing_id', 'type'], { unique: true, where: 'NOT is_void' })
@Index('receipt_of_thing', ['thing_id', 'type', 'day'])
export class ReceiptRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') type!: ReceiptType;
  @Column('smallint') year!: number;
  /** From 1 on for each type and year (UTC), without gaps. */
  @Column('integer') number!: number;
  /** The id of the deposit, refund, session or payment. */
  @Column('uuid') thing_id!: string;
  /** UTC. */
  @Column('date') day!: string;
  /** The JSON whose bytes (UTF-8) are signed. */
  @Column('text') body!: string;
  /** The version of the key that signed it. */
  @Column('smallint') key_version!: number;
  /** Ed25519. */
  @Column('bytea') signature!: Buffer;
  /** The receipt that this one voids. */
  @Column('uuid', { nullable: true }) replaces!: string | null;
  @OneToOne(() => ReceiptRow, { nullable: true })
  @JoinColumn({ name: 'replaces', foreignKeyConstraintName: 'receipt_replaces_fkey' })
  replaced?: Relation<ReceiptRow> | null;
  @Column('boolean', { default: false }) is_void!: boolean;
}

/**
 * The last number of a type in a year. The transaction that takes the next number locks the row.
 */
@Entity({ schema: 'identity', name: 'receipt_counter' })
export class ReceiptCounterRow {
  @PrimaryColumn('text') type!: ReceiptType;
  @PrimaryColumn('smallint') year!: number;
  @Column('integer') last!: number;
}
