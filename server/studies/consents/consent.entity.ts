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
import type { NewComprehension, NewQuestion } from '../../../contracts/studies/comprehension';
import { Study } from '../study.entity';

export interface StoredTranslation {
  locale: string;
  title: string;
  body_markdown: string;
  sha256: string;
  questions: NewQuestion[];
}

/**
 * One version of a study's consent form; its text never changes (docs/domain.md, 3). The bytes of a
 * PDF are in the storage under the hash `sha256`.
 */
@Entity({ schema: 'research', name: 'consent' })
@Index('consent_version', ['study_id', 'version'], { unique: true })
@Index('consent_one_valid', { synchronize: false })
@Check('consent_state_check', `state IN ('draft', 'valid', 'deprecated', 'invalid')`)
@Check('consent_kind_check', `kind IN ('markdown', 'pdf')`)
@Check(
  'consent_withdrawn',
  `(state = 'invalid') = (withdrawn_at IS NOT NULL) AND (withdrawn_at IS NULL) = (withdrawn_reason IS NULL)`,
)
export class Consent {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'consent_study_id_fkey' })
  study?: Relation<Study>;
  @Column('integer') version!: number;
  @Column('text') state!: 'draft' | 'valid' | 'deprecated' | 'invalid';
  @Column('text') title!: string;
  @Column('text') kind!: 'markdown' | 'pdf';
  @Column('text', { nullable: true }) body_markdown!: string | null;
  @Column('text') sha256!: string;
  /** The language of `body_markdown` as a BCP 47 tag; null where its author stated none. */
  @Column('text', { nullable: true }) locale!: string | null;
  /** The comprehension questions with their right answers, and how many tries a participant has. */
  @Column('jsonb', { nullable: true }) comprehension!: NewComprehension | null;
  /** The form's texts in further languages. Each has its own hash. */
  @Column('jsonb', { default: () => `'[]'` }) translations!: StoredTranslation[];
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) withdrawn_at!: Date | null;
  /** Why the version was withdrawn. Participants read this. */
  @Column('text', { nullable: true }) withdrawn_reason!: string | null;
}
