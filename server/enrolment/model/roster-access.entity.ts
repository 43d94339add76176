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
import { Study } from '../../studies/study.entity';
import { Session } from './session.entity';

/**
 * Who saw a participant's name, when, in which study (docs/domain.md, 4). One row for each
 * participant, researcher, session and day (UTC), with the first time of that day.
 */
@Entity({ schema: 'identity', name: 'roster_access' })
@Index('roster_access_once_a_day', { synchronize: false })
@Index('roster_access_researcher', ['researcher_id'])
@Index('roster_access_study', ['study_id'])
@Index('roster_access_session', ['session_id'])
export class RosterAccess {
  @PrimaryColumn('uuid') id!: string;
  /** The account whose name was shown. */
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'roster_access_account_id_fkey' })
  account?: Relation<Account>;
  @Column('uuid') researcher_id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'roster_access_study_id_fkey' })
  study?: Relation<Study>;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'roster_access_session_id_fkey' })
  session?: Relation<Session>;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
