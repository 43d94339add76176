import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Study } from '../../studies/study.entity';

/** The builder's draft of a study. */
@Entity({ schema: 'research', name: 'study_timeline' })
export class StudyTimeline {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_timeline_study_id_fkey' })
  study?: Relation<Study>;
  /** The version number of the draft, which grows with each change. */
  @Column('integer') version!: number;
  /**
   * JSON as text: jsonb would put keys into another order, and refuses characters that a text may
   * have in JSON.
   */
  @Column('text') timeline!: string;
  @Column('timestamptz') saved_at!: Date;
}
