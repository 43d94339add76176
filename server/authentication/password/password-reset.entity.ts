import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Account } from '../../access/accounts/account.entity';

/**
 * A mailed reset code, stored as a keyed hash. The code itself is `Secrets.code('reset-code', id)`.
 */
@Entity({ schema: 'identity', name: 'password_reset' })
@Index('password_reset_account', ['account_id'])
@Index('password_reset_expiry', ['expires_at'])
export class PasswordReset {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'password_reset_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') code_hash!: Buffer;
  @Column('integer', { default: 0 }) tries!: number;
  /**
   * The number of attempts with the code from each network. The keys are keyed hashes of the
   * networks.
   */
  @Column('jsonb', { default: {} }) tries_by_network!: Record<string, number>;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
