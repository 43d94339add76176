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
 * An administrator's reason for changing this account. The audit log contains only the id of the
 * note and a keyed hash of it, never its text.
 */
@Entity({ schema: 'identity', name: 'account_note' })
@Index('account_note_account', ['account_id'])
export class AccountNote {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'account_note_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') reason!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
