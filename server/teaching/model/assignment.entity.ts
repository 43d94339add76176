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
import type { AssignmentKind, SubmissionState } from '../../../contracts/teaching/assignments';
import { Study } from '../../studies/study.entity';
import { ClassroomRow } from './classroom.entity';
import { CourseRow } from './course.entity';

/**
 * A task for the students of one classroom. An `alternative` (work that earns credit without a study)
 * may also belong to a course, and is then for all of its classrooms.
 */
@Entity({ schema: 'identity', name: 'assignment' })
@Index('assignment_classroom', ['classroom_id'])
@Index('assignment_course', ['course_id'])
@Index('assignment_study', ['study_id'])
@Check('assignment_kind_check', `kind IN ('take_study', 'alternative', 'build_study')`)
@Check('assignment_place_check', '(classroom_id IS NULL) <> (course_id IS NULL)')
@Check('assignment_minutes_check', `(kind = 'alternative') = (minutes IS NOT NULL)`)
@Check('assignment_study_check', `study_id IS NULL OR kind <> 'alternative'`)
@Check('assignment_dates_check', 'due_at > opens_at')
export class AssignmentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { nullable: true }) classroom_id!: string | null;
  @ManyToOne(() => ClassroomRow, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'classroom_id', foreignKeyConstraintName: 'assignment_classroom_id_fkey' })
  classroom?: Relation<ClassroomRow> | null;
  @Column('uuid', { nullable: true }) course_id!: string | null;
  @ManyToOne(() => CourseRow, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'course_id', foreignKeyConstraintName: 'assignment_course_id_fkey' })
  course?: Relation<CourseRow> | null;
  @Column('text') kind!: AssignmentKind;
  @Column('text') title!: string;
  @Column('text') instructions!: string;
  @Column('uuid', { nullable: true }) study_id!: string | null;
  @ManyToOne(() => Study, { nullable: true })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'assignment_study_id_fkey' })
  study?: Relation<Study> | null;
  @Column('integer', { nullable: true }) minutes!: number | null;
  @Column('timestamptz', { nullable: true }) opens_at!: Date | null;
  @Column('timestamptz', { nullable: true }) due_at!: Date | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}

/**
 * A student's submission. The student is stored as a keyed hash. The staff who read the submission
 * see only a random number.
 */
@Entity({ schema: 'identity', name: 'submission' })
@Unique('submission_once', ['assignment_id', 'student_key'])
@Unique('submission_number', ['classroom_id', 'number'])
@Index('submission_student', ['student_key'])
@Index('submission_due', ['id'], { where: `credit = 'due'` })
@Check('submission_state_check', `state IN ('submitted', 'accepted', 'sent_back')`)
@Check('submission_credit_check', `credit IN ('none', 'due', 'granted')`)
@Check('submission_content_check', '(text IS NULL) <> (pdf IS NULL)')
@Check('submission_credit_accepted', `credit = 'none' OR state = 'accepted'`)
export class SubmissionRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') assignment_id!: string;
  @ManyToOne(() => AssignmentRow)
  @JoinColumn({ name: 'assignment_id', foreignKeyConstraintName: 'submission_assignment_id_fkey' })
  assignment?: Relation<AssignmentRow>;
  /** The student's classroom, whose staff reads the submission. */
  @Column('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'classroom_id', foreignKeyConstraintName: 'submission_classroom_id_fkey' })
  classroom?: Relation<ClassroomRow>;
  /** student-key.ts. */
  @Column('bytea') student_key!: Buffer;
  @Column('text') number!: string;
  @Column('text') state!: SubmissionState;
  @Column('text', { nullable: true }) text!: string | null;
  @Column('bytea', { nullable: true }) pdf!: Buffer | null;
  @Column('text', { nullable: true }) words!: string | null;
  /** The day (UTC) of the last change of state. */
  @Column('date') day!: string;
  /** Whether credit for the submission is still to be granted (`due`), or was granted. */
  @Column({ type: 'text', default: 'none' }) credit!: 'none' | 'due' | 'granted';
}
