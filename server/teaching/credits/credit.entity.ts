import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { CreditSource } from '../../../contracts/teaching/credits';
import { Participation } from '../../enrolment/model/participation.entity';
import { Session } from '../../enrolment/model/session.entity';
import { LedgerAccount } from '../../ledger/account.entity';
import { CourseRow } from '../model/course.entity';

/**
 * Records that a participation earned credit. A database trigger writes it when the participation
 * is approved, or ended early after the start. It has a day (UTC) but no exact time.
 */
@Entity({ schema: 'research', name: 'participation_credit' })
@Index('participation_credit_session', ['session_id'])
@Index('participation_credit_to_grant', ['day'], { where: `state <> 'granted'` })
@Check('participation_credit_quarters_check', 'quarters > 0')
@Check('participation_credit_state_check', `state IN ('due', 'granting', 'granted')`)
export class ParticipationCreditRow {
  @PrimaryColumn('uuid') participation_id!: string;
  @OneToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'participation_credit_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({
    name: 'session_id',
    foreignKeyConstraintName: 'participation_credit_session_id_fkey',
  })
  session?: Relation<Session>;
  /** Quarters of an hour. */
  @Column('smallint') quarters!: number;
  @Column('date') day!: string;
  @Column('text') state!: 'due' | 'granting' | 'granted';
}

/**
 * A credit that was granted to a student, once for each source. Student and source are keyed
 * hashes: without the server's key no row leads to an account.
 */
@Entity({ schema: 'identity', name: 'credit' })
@Unique('credit_source', ['source_key'])
@Index('credit_student', ['student_key'])
@Index('credit_course', ['course_id'])
@Check('credit_source_check', `source IN ('study', 'alternative')`)
@Check('credit_quarters_check', 'quarters > 0')
@Check('credit_withheld_check', 'course_id IS NOT NULL OR NOT withheld')
export class CreditRow {
  @PrimaryColumn('uuid') id!: string;
  /** credit-keys.ts. */
  @Column('bytea') source_key!: Buffer;
  @Column('text') source!: CreditSource;
  /** model/student-key.ts. */
  @Column('bytea') student_key!: Buffer;
  @Column('smallint') quarters!: number;
  /** The course in which the credit counts; null for none. */
  @Column('uuid', { nullable: true }) course_id!: string | null;
  @ManyToOne(() => CourseRow, { nullable: true })
  @JoinColumn({ name: 'course_id', foreignKeyConstraintName: 'credit_course_id_fkey' })
  course?: Relation<CourseRow> | null;
  /** Whether the gradebook leaves the credit out until the deadline (withheld-credit.ts). */
  @Column('boolean', { default: false }) withheld!: boolean;
  /** How often the credit was moved; the number is part of the keys of ledger entries. */
  @Column('integer', { default: 0 }) moves!: number;
}

/** The ledger account with a student's credits in a course. */
@Entity({ schema: 'identity', name: 'credit_account' })
@Unique('credit_account_ledger', ['account_id'])
@Index('credit_account_course', ['course_id'])
export class CreditAccountRow {
  @PrimaryColumn('bytea') student_key!: Buffer;
  @PrimaryColumn('uuid') course_id!: string;
  @ManyToOne(() => CourseRow)
  @JoinColumn({ name: 'course_id', foreignKeyConstraintName: 'credit_account_course_id_fkey' })
  course?: Relation<CourseRow>;
  @PrimaryColumn('boolean') withheld!: boolean;
  @Column('uuid') account_id!: string;
  @OneToOne(() => LedgerAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'credit_account_account_id_fkey' })
  account?: Relation<LedgerAccount>;
}
