import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from '../access/accounts/account.entity';

/**
 * A mailed verification key, stored as its SHA-256. The key itself is
 * `Secrets.linkKey('verification-key', id)`.
 */
@Entity({ schema: 'identity', name: 'verification' })
@Index('verification_key', ['key_hash'], { unique: true })
@Index('verification_account', ['account_id'])
@Index('verification_expiry', ['expires_at'])
export class Verification {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'verification_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') key_hash!: Buffer;
  /** SHA-256 of the secret that the registering browser keeps; null if the browser sent none. */
  @Column('bytea', { nullable: true }) browser_hash!: Buffer | null;
  /**
   * Whether the key was used to confirm the address. The row stays until the key expires, so that a
   * second use gets the answer `already_confirmed`.
   */
  @Column('boolean', { default: false }) used!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
