import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import type { PaymentTerms } from '../../contracts/studies/payment-terms';
import type { PrivacyLevel, Study as StudyView } from '../../contracts/studies/studies';

const moment = { type: 'timestamptz', default: () => 'now()' } as const;
const emptyList = { type: 'jsonb', default: () => `'[]'` } as const;

/**
 * A researcher's study: its subject and methods. It recruits through sessions. At its launch, each
 * session copies the fields of the study that it needs (docs/domain.md, 2).
 */
@Entity({ schema: 'research', name: 'study' })
@Index('study_owner', ['owner_id', 'id'])
@Index('study_copy', ['owner_id', 'copy_key'], { unique: true, where: 'copy_key IS NOT NULL' })
@Check(
  'study_privacy_level_check',
  `privacy_level IN ('anonymous', 'roster_on_completion', 'roster_on_start')`,
)
@Check('study_state_check', `state IN ('draft', 'ready', 'archived')`)
@Check('study_minutes', 'duration_minutes > 0 AND maximum_minutes > 0')
@Check('study_currency', `reward_currency ~ '^[A-Z]{3}$'`)
@Check('study_reward', 'reward_amount >= 0')
@Check(
  'study_payment_terms',
  `payment_terms IS NULL OR (jsonb_typeof(payment_terms -> 'how') = 'string'
   AND (payment_terms ->> 'within_days')::integer BETWEEN 0 AND 90) IS TRUE`,
)
@Check('study_reward_has_currency', '(reward_amount IS NULL) = (reward_currency IS NULL)')
@Index('study_classroom', ['classroom_id'], { where: 'classroom_id IS NOT NULL' })
@Check(
  'study_of_class',
  `classroom_id IS NULL OR privacy_level = 'anonymous' AND reward_amount IS NULL
   AND payment_terms IS NULL AND eligibility = '[]'`,
)
export class Study {
  @PrimaryColumn('uuid') id!: string;
  /**
   * The owner's account. There is no foreign key, so that the study stays when the account is erased
   * (docs/domain.md, 4).
   */
  @Column('uuid') owner_id!: string;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @Column('integer') duration_minutes!: number;
  @Column('integer') maximum_minutes!: number;
  @Column('integer', { nullable: true }) reward_amount!: number | null;
  @Column('text', { nullable: true }) reward_currency!: string | null;
  /** How the researchers pay, and within how many days after the approval. */
  @Column('jsonb', { nullable: true }) payment_terms!: PaymentTerms | null;
  @Column('text') privacy_level!: PrivacyLevel;
  @Column('text', { nullable: true }) additional_notes!: string | null;
  @Column(emptyList) requirements!: StudyView['requirements'];
  @Column(emptyList) eligibility!: EligibilityFilter[];
  @Column('jsonb', { nullable: true }) runtime!: StudyView['runtime'];
  @Column({ type: 'boolean', default: false }) allow_repeats!: boolean;
  /** Whether participants get course credit, for the minutes that the study states. */
  @Column({ type: 'boolean', default: false }) offers_credit!: boolean;
  /** Whether an anonymous session of this study has ever been launched (follow-ups.ts). */
  @Column({ type: 'boolean', default: false }) ever_anonymous!: boolean;
  /** Whether a session that names people on completion has ever been launched (follow-ups.ts). */
  @Column({ type: 'boolean', default: false }) ever_on_completion!: boolean;
  @Column('text') state!: StudyView['state'];
  /** Incremented with each change of the fields that a researcher edits (docs/decisions/study-launch.md). */
  @Column({ type: 'integer', default: 1 }) version!: number;
  /**
   * For a copy: a hash of the source and the idempotency key, so that a repeated call makes no
   * second copy.
   */
  @Column('uuid', { nullable: true }) copy_key!: string | null;
  /**
   * The classroom for which a student builds this study, and the only one in which it recruits.
   * Never changes.
   */
  @Column('uuid', { nullable: true }) classroom_id!: string | null;
  @Column(moment) created_at!: Date;
  @Column(moment) updated_at!: Date;
}
