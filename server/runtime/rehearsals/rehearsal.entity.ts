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
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { RehearsalMode } from '../../../contracts/runtime/rehearsal-limits';
import { Study } from '../../studies/study.entity';

/**
 * A rehearsal: simulated participants, or a researcher in their place, go through a study. The
 * table does not store who rehearses.
 */
@Entity({ schema: 'research', name: 'rehearsal' })
@Check('rehearsal_mode_check', `mode IN ('data-only', 'visual', 'by-hand')`)
@Index('rehearsal_study', ['study_id', 'made_at'])
export class Rehearsal {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'rehearsal_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') mode!: RehearsalMode;
  /** How many simulated participants were requested. */
  @Column('integer') participants!: number;
  /** The study's runtime when the rehearsal was created; all of its simulated participants use it. */
  @Column('jsonb') runtime!: HostedRuntime;
  @Column('timestamptz') made_at!: Date;
  @Index('rehearsal_expiry')
  @Column('timestamptz')
  expires_at!: Date;
}
