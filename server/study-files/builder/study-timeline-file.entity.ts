import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { StoredFile } from '../../platform/storage/stored-file.entity';
import { Study } from '../../studies/study.entity';

/** A file that researchers added to the timeline builder's draft. */
@Entity({ schema: 'research', name: 'study_timeline_file' })
export class StudyTimelineFile {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_timeline_file_study_id_fkey' })
  study?: Relation<Study>;
  @PrimaryColumn('text') path!: string;
  /** The foreign key keeps the content from being deleted while the draft has the file. */
  @Index('study_timeline_file_content')
  @Column('text')
  sha256!: string;
  @ManyToOne(() => StoredFile)
  @JoinColumn({ name: 'sha256', foreignKeyConstraintName: 'study_timeline_file_sha256_fkey' })
  content?: Relation<StoredFile>;
  @Column('integer') bytes!: number;
  @Column('text') mime!: string;
}
