import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Study } from '../../studies/study.entity';

/** The timeline builder's draft of a study. */
@Entity({ schema: 'research', name: 'study_timeline' })
export class StudyTimeline {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_timeline_study_id_fkey' })
  study?: Relation<Study>;
  /** The version number of the draft, which grows with each change. */
  @Column('integer') version!: number;
  /**
   * The JSON is stored as text: jsonb would reorder the keys, and refuses some characters that
   * texts in JSON may have.
   */
  @Column('text') timeline!: string;
  @Column('timestamptz') saved_at!: Date;
}
