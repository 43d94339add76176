import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { ReviewContent, ReviewCommentTarget } from '../../../contracts/teaching/class-studies';
import { Account } from '../../access/accounts/account.entity';
import { Study } from '../../studies/study.entity';
import { ClassroomRow } from './classroom.entity';

/**
 * A submission's content as stored. Its lines about the runtime are missing: they are written when
 * a person reads the content, in that person's language.
 */
export type StoredReviewContent = Omit<ReviewContent, 'runtime_settings'> & {
  readonly runtime: Study['runtime'];
};

/**
 * What students submitted of a study for review in their class, and the instructor's decision. A
 * row never changes once it is decided.
 */
@Entity({ schema: 'identity', name: 'class_review' })
@Index('class_review_study', ['study_id', 'submitted_at'])
@Index('class_review_open', ['study_id'], { unique: true, where: `state = 'submitted'` })
@Index('class_review_classroom', ['classroom_id'])
@Index('class_review_submitted_by', ['submitted_by'])
@Index('class_review_decided_by', ['decided_by'])
@Check('class_review_state_check', `state IN ('submitted', 'changes_asked', 'approved')`)
@Check('class_review_decided_check', `(state = 'submitted') = (decided_at IS NULL)`)
export class ClassReviewRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'class_review_study_id_fkey' })
  study?: Relation<Study>;
  @Column('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'classroom_id', foreignKeyConstraintName: 'class_review_classroom_id_fkey' })
  classroom?: Relation<ClassroomRow>;
  @Column('text') state!: 'submitted' | 'changes_asked' | 'approved';
  /** SHA-256 of everything that a launch of the submitted study would copy. */
  @Column('text') digest!: string;
  @Column('jsonb') content!: StoredReviewContent;
  @Column('uuid', { nullable: true }) submitted_by!: string | null;
  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'submitted_by', foreignKeyConstraintName: 'class_review_submitted_by_fkey' })
  submitter?: Relation<Account>;
  @Column('timestamptz') submitted_at!: Date;
  @Column('text', { nullable: true }) words!: string | null;
  @Column('uuid', { nullable: true }) decided_by!: string | null;
  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'decided_by', foreignKeyConstraintName: 'class_review_decided_by_fkey' })
  decider?: Relation<Account>;
  @Column('timestamptz', { nullable: true }) decided_at!: Date | null;
  @Column('text', { nullable: true }) decision_words!: string | null;
}

/** A comment on a part of a class study, by its students or the classroom's staff. */
@Entity({ schema: 'identity', name: 'review_comment' })
@Index('review_comment_study', ['study_id', 'created_at'])
@Index('review_comment_author', ['author_id'])
export class ReviewCommentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'review_comment_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') part!: ReviewCommentTarget;
  @Column('text', { nullable: true }) place!: string | null;
  @Column('text') text!: string;
  @Column('uuid', { nullable: true }) author_id!: string | null;
  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'author_id', foreignKeyConstraintName: 'review_comment_author_id_fkey' })
  author?: Relation<Account>;
  @Column('timestamptz') created_at!: Date;
}
