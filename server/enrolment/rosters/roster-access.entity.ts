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

/** Who saw a participant's name, when, in which study (docs/domain.md, 4). */
@Entity({ schema: 'identity', name: 'roster_access' })
@Index('roster_access_account', ['account_id'])
@Index('roster_access_researcher', ['researcher_id'])
export class RosterAccess {
  @PrimaryColumn('uuid') id!: string;
  /** The account whose name was shown. */
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'roster_access_account_id_fkey' })
  account?: Relation<Account>;
  @Column('uuid') researcher_id!: string;
  @Column('uuid') study_id!: string;
  @Column('uuid') session_id!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
