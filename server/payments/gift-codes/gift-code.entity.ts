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
import { WalletRow } from '../wallets/wallet.entity';

/**
 * A gift code in a researcher's stock. The payment for which the code was handed out is stored only
 * as a keyed hash, so that nothing in the row leads to a participation or an account.
 */
@Entity({ schema: 'identity', name: 'gift_code' })
@Check('gift_code_amount_check', 'amount > 0')
@Check('gift_code_handed_check', '(payment_key IS NULL) = (handed_on IS NULL)')
@Check(
  'gift_code_written_off_check',
  'written_off_on IS NULL OR payment_key IS NULL AND written_off_on > expires',
)
@Unique('gift_code_key', ['code_key'])
@Unique('gift_code_payment', ['payment_key'])
@Index('gift_code_stock', ['wallet_id', 'amount', 'expires', 'id'], {
  where: 'payment_key IS NULL AND written_off_on IS NULL',
})
@Index('gift_code_expiring', ['expires'], {
  where: 'payment_key IS NULL AND written_off_on IS NULL',
})
@Index('gift_code_wallet', ['wallet_id'])
export class GiftCodeRow {
  /** Random, so that the order of ids does not reveal the order in the file. */
  @PrimaryColumn('uuid') id!: string;
  /** The wallet of the researcher; its currency is the code's currency. */
  @Column('uuid') wallet_id!: string;
  @ManyToOne(() => WalletRow)
  @JoinColumn({ name: 'wallet_id', foreignKeyConstraintName: 'gift_code_wallet_id_fkey' })
  wallet?: Relation<WalletRow>;
  @Column('text') brand!: string;
  /** Minor units. */
  @Column('integer') amount!: number;
  /** The keyed hash of brand and code, so that no code is in stock twice. */
  @Column('bytea') code_key!: Buffer;
  /**
   * Encrypted code and PIN; null after the account of the participant who got the code was erased.
   */
  @Column('bytea', { nullable: true }) sealed!: Buffer | null;
  /** The last day on which the code is valid. */
  @Column('date', { nullable: true }) expires!: string | null;
  /** The keyed hash of the payment's id (payment-key.ts); null in stock. */
  @Column('bytea', { nullable: true }) payment_key!: Buffer | null;
  /** UTC. */
  @Column('date', { nullable: true }) handed_on!: string | null;
  /** UTC day on which the ledger wrote off the value of an expired code. */
  @Column('date', { nullable: true }) written_off_on!: string | null;
}

/**
 * A stock of gift codes that is not sufficient: its researcher gets one email about it. A stock
 * without a row is sufficient.
 */
@Entity({ schema: 'identity', name: 'gift_code_shortage' })
@Unique('gift_code_shortage_stock', ['wallet_id', 'amount'])
export class GiftCodeShortageRow {
  /** The id of this shortage: a later shortage has another id. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') wallet_id!: string;
  @ManyToOne(() => WalletRow)
  @JoinColumn({ name: 'wallet_id', foreignKeyConstraintName: 'gift_code_shortage_wallet_id_fkey' })
  wallet?: Relation<WalletRow>;
  /** Minor units. */
  @Column('integer') amount!: number;
}

/** A file of gift codes that was added under an `Idempotency-Key`, so that a retry is recognized. */
@Entity({ schema: 'identity', name: 'gift_code_file' })
@Index('gift_code_file_added', ['added_on'])
export class GiftCodeFileRow {
  /** Derived from the researcher's account and the idempotency key (request-key.ts). */
  @PrimaryColumn('text') request_key!: string;
  /** The keyed hash of the file. */
  @Column('bytea') content_key!: Buffer;
  /** UTC. */
  @Column('date') added_on!: string;
}
