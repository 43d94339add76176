import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { Study } from '../../studies/study.entity';
import type { TransitionActor } from './participation.rule';
import { Session } from './session.entity';

const moment = { type: 'timestamptz', nullable: true } as const;
const now = { type: 'timestamptz', default: () => 'now()' } as const;

/**
 * Demographics at the start of a participation, never a date of birth. A field is null if the
 * answer is unknown.
 */
export type StartDemographics =
  | { age: number | null; education_level: string | null }
  | { age_band?: string | null; education_level?: string | null };

/**
 * The participation of a person in a session, stored under a pseudonym and never under an account
 * (docs/domain.md, 4).
 */
@Entity({ schema: 'research', name: 'participation' })
@Check('participation_pseudonym_check', 'octet_length(pseudonym) = 16')
@Check(
  'participation_state_check',
  `state IN ('waitlisted', 'offered', 'enrolled', 'started', 'completed', 'approved', 'rejected', 'withdrawn',
    'offer_expired', 'timed_out', 'screened_out', 'declined_consent', 'no_show', 'nullified')`,
)
@Check('participation_waits_in_order', `(wait_no IS NOT NULL) = (state = 'waitlisted')`)
@Check(
  'participation_moved_by_check',
  `moved_by IN ('participant', 'researcher', 'administrator', 'system')`,
)
@Check('participation_category_of_rejection', `move_category IS NULL OR state = 'rejected'`)
@Check('participation_data_were_made', 'data_withdrawn_on IS NULL OR started_at IS NOT NULL')
@Index('participation_once_a_session', ['session_id', 'pseudonym'], { unique: true })
@Index('participation_of_person', { synchronize: false })
@Index('participation_waitlist', { synchronize: false })
@Index('participation_due', { synchronize: false })
export class Participation {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'participation_session_id_fkey' })
  session?: Relation<Session>;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'participation_study_id_fkey' })
  study?: Relation<Study>;
  @Column('bytea') pseudonym!: Buffer;
  @Column('text') state!: ParticipationState;
  /**
   * Whether this participation keeps the person from taking part again: true unless the study
   * allows repeats. A unique index allows only one such row per study and person.
   */
  @Column('boolean') exclusive!: boolean;
  @Column('text') moved_by!: TransitionActor;
  @Column('text', { nullable: true }) move_reason!: string | null;
  @Column('text', { nullable: true }) move_category!: string | null;
  /**
   * The place on the session's waitlist; null once the person no longer waits. A new place is one
   * more than the highest place of the people who wait now. So it does not reveal how many people
   * waited earlier.
   */
  @Column('bigint', { nullable: true }) wait_no!: string | null;
  /**
   * When the current state ends by itself: the deadline for the start, for an offer, for the
   * completion (the maximum duration), or for the review.
   */
  @Column(moment) due_at!: Date | null;
  /** The deadline (`due_at`) that the last reminder stated. */
  @Column(moment) reminded_of!: Date | null;
  /** The session's closing date that the last closing notice stated (closing-notices.job.ts). */
  @Column(moment) closing_told_of!: Date | null;
  /** The day (UTC) on which the participant withdrew their data. */
  @Column('date', { nullable: true }) data_withdrawn_on!: string | null;
  @Column(moment) started_at!: Date | null;
  @Column('jsonb', { nullable: true }) demographics!: StartDemographics | null;
  @Column(now) created_at!: Date;
  @Column(now) updated_at!: Date;
}

/**
 * Every transition with actor, time and reason. A trigger writes it, so that no transition is
 * missed.
 */
@Entity({ schema: 'research', name: 'participation_move' })
@Index('participation_move_participation', ['participation_id'])
export class ParticipationTransition {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('uuid') participation_id!: string;
  /** The session of the transition; null for transitions that were logged before there were sessions. */
  @Column('uuid', { nullable: true }) session_id!: string | null;
  @Column('text', { nullable: true }) from_state!: string | null;
  @Column('text') to_state!: string;
  @Column('text') moved_by!: string;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { nullable: true }) category!: string | null;
  @Column(now) at!: Date;
}
