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
import { Consent } from '../../studies/consents/consent.entity';
import { Study } from '../../studies/study.entity';
import type { SessionState } from '../../../contracts/enrolment/sessions';
import type { PaymentTerms } from '../../../contracts/studies/payment-terms';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import type {
  StoredDemographics,
  PrivacyLevel,
  Study as StudyView,
} from '../../../contracts/studies/studies';

/** The fields of the study that a launch freezes (docs/domain.md, 2). */
export interface SessionSnapshot {
  title: string;
  description: string;
  duration_minutes: number;
  additional_notes: string | null;
  requirements: StudyView['requirements'];
  eligibility: EligibilityFilter[];
  runtime: StudyView['runtime'];
  allow_repeats: boolean;
  /**
   * Whether participants can earn course credit; absent if the session was launched before course
   * credit existed.
   */
  offers_credit?: boolean;
  /**
   * Absent if the session was launched before payment terms existed. Its participants must ask the
   * researchers about the payment.
   */
  payment_terms?: PaymentTerms | null;
  consent_version: number;
  /**
   * Whether too few people can take part for an anonymous session to be called anonymous
   * (too-few-people.ts).
   */
  too_few_people: boolean;
  /** Which demographics the session stores when a participant starts. */
  kept_demographics: StoredDemographics;
  /**
   * The ids of the roster accesses that existed at the launch: who may see participants' names
   * (server/studies/people/roster.policy.ts). Empty if the session is anonymous, absent if it was
   * launched before roster access existed.
   */
  roster_openings?: readonly string[];
}

const count = { type: 'integer', default: 0 } as const;
const moment = { type: 'timestamptz', nullable: true } as const;

/** A recruitment round. Triggers maintain the counts and the version; no code writes them. */
@Entity({ schema: 'research', name: 'session' })
@Index('session_study', ['study_id'])
@Index('session_consent', ['consent_id'])
@Index('session_recruiting', { synchronize: false })
@Index('session_opening', { synchronize: false })
@Index('session_closing', { synchronize: false })
@Check('session_state_check', `state IN ('scheduled', 'active', 'paused', 'closed')`)
@Check('session_close_reason_check', `close_reason IN ('date', 'manual', 'funds')`)
@Check('session_link_has_key', `(link_key IS NOT NULL) = (audience = 'link')`)
@Index('session_link_key', ['link_key'], { unique: true, where: 'link_key IS NOT NULL' })
@Check('session_audience_check', `audience IN ('catalogue', 'link', 'panel', 'classroom')`)
@Index('session_classroom', ['classroom_id'], { where: 'classroom_id IS NOT NULL' })
@Check('session_of_class', `classroom_id IS NULL OR audience = 'classroom'`)
@Check(
  'session_of_class_terms',
  `classroom_id IS NULL OR privacy_level = 'anonymous' AND reward_amount IS NULL AND additional_notes IS NULL`,
)
@Check(
  'session_privacy_level_check',
  `privacy_level IN ('anonymous', 'roster_on_completion', 'roster_on_start')`,
)
@Check('session_capacity_check', 'capacity > 0')
@Check('session_offered_check', 'offered >= 0')
@Check('session_enrolled_check', 'enrolled >= 0')
@Check('session_started_check', 'started >= 0')
@Check('session_completed_check', 'completed >= 0')
@Check('session_waitlisted_check', 'waitlisted >= 0')
@Check('session_withdrawn_check', 'withdrawn >= 0')
@Check('session_timed_out_check', 'timed_out >= 0')
@Check('session_reward_has_currency', '(reward_amount IS NULL) = (reward_currency IS NULL)')
@Check('session_closes_after_opening', 'closes_at > opens_at')
@Check('session_minutes', 'start_within_minutes > 0 AND maximum_minutes > 0')
@Check('session_currency', `reward_currency ~ '^[A-Z]{3}$'`)
@Check('session_reward', 'reward_amount >= 0')
@Check('session_never_oversold', 'offered + enrolled + started + completed <= capacity')
@Check(
  'session_consent_frozen',
  `state NOT IN ('active', 'paused') OR (consent_id IS NOT NULL AND launched_at IS NOT NULL)`,
)
@Check(
  'session_snapshot_whole',
  `launched_at IS NULL OR (snapshot ?& ARRAY['title', 'description', 'duration_minutes', 'additional_notes',
   'requirements', 'eligibility', 'runtime', 'allow_repeats', 'consent_version']) IS TRUE`,
)
@Check('session_consent_withdrawn', `NOT consent_withdrawn OR state IN ('paused', 'closed')`)
@Check('session_paused_at', `paused_at IS NULL OR state = 'paused' AND NOT consent_withdrawn`)
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'session_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') state!: SessionState;
  @Column('text', { nullable: true }) close_reason!: 'date' | 'manual' | 'funds' | null;
  @Column('text') audience!: 'catalogue' | 'link' | 'panel' | 'classroom';
  /** The key of a private link: 128 random bits, base64url. */
  @Column('text', { nullable: true }) link_key!: string | null;
  /**
   * For a session that recruits in the study's classroom: the id of the classroom. Only students of
   * this classroom may take part.
   */
  @Column('uuid', { nullable: true }) classroom_id!: string | null;
  @Column('text') privacy_level!: PrivacyLevel;
  @Column('integer') capacity!: number;
  @Column(count) offered!: number;
  @Column(count) enrolled!: number;
  @Column(count) started!: number;
  @Column(count) completed!: number;
  @Column(count) waitlisted!: number;
  @Column(count) withdrawn!: number;
  @Column(count) timed_out!: number;
  @Column({ type: 'integer', default: 1 }) version!: number;
  @Column('integer', { nullable: true }) reward_amount!: number | null;
  @Column('text', { nullable: true }) reward_currency!: string | null;
  /**
   * Whether the reward was set for this session before its launch; the launch then does not copy the study's reward.
   */
  @Column('boolean', { default: false }) own_reward!: boolean;
  @Column('integer') start_within_minutes!: number;
  @Column('integer') maximum_minutes!: number;
  @Column('uuid', { nullable: true }) consent_id!: string | null;
  @ManyToOne(() => Consent)
  @JoinColumn({ name: 'consent_id', foreignKeyConstraintName: 'session_consent_id_fkey' })
  consent?: Relation<Consent>;
  @Column('text', { nullable: true }) consent_sha256!: string | null;
  /**
   * Whether the session's version of the consent form was withdrawn: no participant starts any more (docs/domain.md,
   * 3).
   */
  @Column({ type: 'boolean', default: false }) consent_withdrawn!: boolean;
  @Column('jsonb', { nullable: true }) snapshot!: SessionSnapshot | null;
  @Column('text', { nullable: true }) additional_notes!: string | null;
  /** The name that its researcher gave it; participants do not read it. */
  @Column('text', { nullable: true }) name!: string | null;
  /** The session's number within its study, from 1; a trigger counts it. */
  @Column({ type: 'integer', default: 0 }) number!: number;
  @Column(moment) launched_at!: Date | null;
  @Column(moment) opens_at!: Date | null;
  @Column(moment) closes_at!: Date | null;
  @Column(moment) closed_at!: Date | null;
  /** Since when the session is paused, by its researchers or because its owner's account ended (pause.ts). */
  @Column(moment) paused_at!: Date | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}
