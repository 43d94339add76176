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
import { StudyVersion } from './study-version.entity';

/**
 * A file of a version: its path, the hash of its content, and the media type with which it is
 * served.
 */
@Entity({ schema: 'research', name: 'study_version_file' })
export class StudyVersionFile {
  @PrimaryColumn('uuid') version_id!: string;
  @ManyToOne(() => StudyVersion, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'version_id',
    foreignKeyConstraintName: 'study_version_file_version_id_fkey',
  })
  version?: Relation<StudyVersion>;
  @PrimaryColumn('text') path!: string;
  /**
   * The foreign key keeps the content from being deleted while a version has it
   * (sweep-stored-files.job.ts).
   */
  @Index('study_version_file_content')
  @Column('text')
  sha256!: string;
  @ManyToOne(() => StoredFile)
  @JoinColumn({ name: 'sha256', foreignKeyConstraintName: 'study_version_file_sha256_fkey' })
  content?: Relation<StoredFile>;
  @Column('integer') bytes!: number;
  @Column('text') mime!: string;
}
