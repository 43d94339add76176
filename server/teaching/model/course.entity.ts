import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CourseState } from '../../../contracts/teaching/courses';

/** A course: the credits that it requires, the credits per hour, and the deadline. */
@Entity({ schema: 'identity', name: 'course' })
@Index('course_deadline', { synchronize: false })
@Check('course_required_check', 'required_credits >= 0')
@Check('course_rate_check', 'credits_per_hour > 0')
@Check('course_state_check', `state IN ('draft', 'open', 'closed', 'archived')`)
export class CourseRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') title!: string;
  @Column('text') code!: string;
  @Column('text') term!: string;
  @Column('text', { nullable: true }) organization!: string | null;
  /** Hundredths of a credit. */
  @Column('integer') required_credits!: number;
  @Column('integer') credits_per_hour!: number;
  @Column('timestamptz') deadline!: Date;
  /** The consent form under which students of its classrooms recruit. */
  @Column('text', { nullable: true }) consent_text!: string | null;
  @Column({ type: 'text', default: 'draft' }) state!: CourseState;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}
