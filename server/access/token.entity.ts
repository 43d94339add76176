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

/** The sign-in of one browser. Only the SHA-256 of its token is stored. */
@Entity({ schema: 'identity', name: 'token' })
@Index('token_hash', ['hash'], { unique: true })
@Index('token_account', ['account_id'])
@Index('token_expiry', ['expires_at'])
export class SignInToken {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'token_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') hash!: Buffer;
  @Column('boolean') remembered!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /** The first factor of the sign-in; null if the token is older than this column. */
  @Column('text', { nullable: true }) method!: string | null;
  @Column('text', { nullable: true }) device!: string | null;
  @Column('boolean', { default: false }) second_factor!: boolean;
  /**
   * When the account holder last authenticated. With an open session at an identity provider, this
   * may be long before the sign-in.
   */
  @Column('timestamptz', { default: () => 'now()' }) proved_at!: Date;
  /** The time of the last use, precise to about five minutes. */
  @Column('timestamptz', { default: () => 'now()' }) last_used_at!: Date;
}
