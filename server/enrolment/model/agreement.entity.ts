import {
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

/**
 * A participant's agreement to one exact text. Within seconds it becomes part of the study's hash
 * chain (docs/domain.md, 3).
 */
@Entity({ schema: 'research', name: 'agreement' })
@Index('agreement_person', ['study_id', 'pseudonym'])
@Index('agreement_consent', ['consent_id'])
@Index('agreement_unsealed', { synchronize: false })
@Index('agreement_chain', { synchronize: false })
export class Agreement {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'agreement_study_id_fkey' })
  study?: Relation<Study>;
  @Column('uuid') consent_id!: string;
  @ManyToOne(() => Consent)
  @JoinColumn({ name: 'consent_id', foreignKeyConstraintName: 'agreement_consent_id_fkey' })
  consent?: Relation<Consent>;
  @Column('integer') consent_version!: number;
  @Column('bytea') pseudonym!: Buffer;
  @Column('text') locale!: string;
  @Column('text') sha256!: string;
  @Column('text') method!: string;
  /**
   * How many questions about the consent form the participant answered correctly; null if the form
   * has no questions.
   */
  @Column('integer', { nullable: true }) questions_passed!: number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at!: Date;
  @Column('bigint', { nullable: true }) sequence!: string | null;
  @Column('bytea', { nullable: true }) seal!: Buffer | null;
}
