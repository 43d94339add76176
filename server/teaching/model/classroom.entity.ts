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
import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import { Account } from '../../access/accounts/account.entity';
import { CourseRow } from './course.entity';

const roles = `role IN ('instructor', 'assistant', 'student')`;

/** A class, with or without a course, and its join code. */
@Entity({ schema: 'identity', name: 'classroom' })
@Index('classroom_course', ['course_id'])
@Index('classroom_to_erase', { synchronize: false })
@Unique('classroom_join_code', ['join_code'])
@Check('classroom_state_check', `state IN ('draft', 'open', 'closed', 'archived')`)
@Check('classroom_archived_check', `(state = 'archived') = (archived_at IS NOT NULL)`)
@Check('classroom_uses_check', 'join_uses_left >= 0')
@Check(
  'classroom_erased_check',
  `erased_on IS NULL OR state = 'archived' AND erasure_told_on IS NOT NULL AND NOT students_build`,
)
export class ClassroomRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { nullable: true }) course_id!: string | null;
  @ManyToOne(() => CourseRow, { nullable: true })
  @JoinColumn({ name: 'course_id', foreignKeyConstraintName: 'classroom_course_id_fkey' })
  course?: Relation<CourseRow> | null;
  @Column('text') title!: string;
  @Column({ type: 'text', default: 'draft' }) state!: ClassroomState;
  @Column('timestamptz', { nullable: true }) archived_at!: Date | null;
  /** Eight upper-case letters. */
  @Column('text', { nullable: true }) join_code!: string | null;
  /** Null for an unlimited number of uses. */
  @Column('integer', { nullable: true }) join_uses_left!: number | null;
  @Column('timestamptz', { nullable: true }) join_expires_at!: Date | null;
  /** A mail domain; null if any address may join. */
  @Column('text', { nullable: true }) join_domain!: string | null;
  /** Whether the classroom's students may build studies, for their class alone. */
  @Column({ type: 'boolean', default: false }) students_build!: boolean;
  /** The consent form for the studies that students build, where the course has none. */
  @Column('text', { nullable: true }) consent_text!: string | null;
  /** The day (UTC) on which its members got the mail that their studies will be erased. */
  @Column('date', { nullable: true }) erasure_told_on!: string | null;
  /** The day (UTC) on which its studies, members and their work were erased. */
  @Column('date', { nullable: true }) erased_on!: string | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}

/** An account's role in a classroom. */
@Entity({ schema: 'identity', name: 'classroom_member' })
@Unique('classroom_member_once', ['classroom_id', 'account_id'])
@Index('classroom_member_account', ['account_id'])
@Check('classroom_member_role_check', roles)
export class ClassroomMemberRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'classroom_id',
    foreignKeyConstraintName: 'classroom_member_classroom_id_fkey',
  })
  classroom?: Relation<ClassroomRow>;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'classroom_member_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') role!: ClassroomRole;
  @Column('text', { nullable: true }) student_number!: string | null;
  @Column('date') joined_on!: string;
}

/** An address that was invited into a classroom. */
@Entity({ schema: 'identity', name: 'classroom_invitation' })
@Unique('classroom_invitation_once', ['classroom_id', 'email'])
@Index('classroom_invitation_expiry', ['expires_at'])
@Check('classroom_invitation_role_check', roles)
export class ClassroomInvitationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'classroom_id',
    foreignKeyConstraintName: 'classroom_invitation_classroom_id_fkey',
  })
  classroom?: Relation<ClassroomRow>;
  @Column('text') email!: string;
  @Column('text') role!: ClassroomRole;
  @Column('timestamptz') expires_at!: Date;
}
