import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from './accounts/account.entity';

/** A signed-in browser: of the opaque token only the SHA-256 is kept. */
@Entity({ schema: 'identity', name: 'token' })
@Index('token_hash', ['hash'], { unique: true })
@Index('token_account', ['account_id'])
@Index('token_expiry', ['expires_at'])
export class Token {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'token_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') hash!: Buffer;
  @Column('boolean') remembered!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /** Which first factor; null for tokens from before this was kept. */
  @Column('text', { nullable: true }) method!: string | null;
  @Column('text', { nullable: true }) device!: string | null;
  @Column('boolean', { default: false }) second_factor!: boolean;
  /**
   * When whoever signed in last proved who they are: with a provider's open session that may be
   * long before the sign-in.
   */
  @Column('timestamptz', { default: () => 'now()' }) proved_at!: Date;
  /** To some five minutes. */
  @Column('timestamptz', { default: () => 'now()' }) last_used_at!: Date;
}
