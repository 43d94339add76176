import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type {
  BundleConsent,
  BundleRun,
  BundleSession,
  BundleSource,
} from '../../../contracts/research-data/bundle';
import { StoredFile } from '../../platform/storage/stored-file.entity';
import { Study } from '../../studies/study.entity';

const count = { type: 'integer', default: 0 } as const;

/** A study that was imported from a bundle: where it came from, and whose data it contains. */
@Entity({ schema: 'research', name: 'imported_study' })
@Index('imported_study_bundle', ['imported_by', 'bundle_sha256'])
@Check('imported_study_data_check', '(data_sha256 IS NULL) = (runs = 0)')
export class ImportedStudy {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'imported_study_study_id_fkey' })
  study?: Relation<Study>;
  @Column('jsonb') sources!: BundleSource[];
  @Column('jsonb') sessions!: BundleSession[];
  @Column('jsonb') consents!: BundleConsent[];
  @Column(count) runs!: number;
  @Column(count) records!: number;
  @Column(count) recordings!: number;
  /**
   * How many values were withheld and how many files of runs were left out when the bundle was
   * made, as the bundle states.
   */
  @Column(count) withheld_values!: number;
  @Column(count) withheld_recordings!: number;
  /** The hash of the data files; null where there are none, or where they were deleted. */
  @Column('text', { nullable: true }) data_sha256!: string | null;
  /**
   * The hash over the hashes of the bundle's two parts, study and data; null for a study that was
   * imported before the server stored this hash.
   */
  @Column('text', { nullable: true }) bundle_sha256!: string | null;
  /**
   * The account that imported the study. There is no foreign key, so that the research data stay
   * when the account is erased (docs/domain.md, 4).
   */
  @Column('uuid') imported_by!: string;
  @Column('timestamptz') imported_at!: Date;
}

/** A file that came in a bundle: a file with the records of runs, or a file that a run created. */
@Entity({ schema: 'research', name: 'imported_file' })
export class ImportedFile {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => ImportedStudy, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'imported_file_study_id_fkey' })
  study?: Relation<ImportedStudy>;
  @PrimaryColumn('text') path!: string;
  @Index('imported_file_content')
  @Column('text')
  sha256!: string;
  @ManyToOne(() => StoredFile)
  @JoinColumn({ name: 'sha256', foreignKeyConstraintName: 'imported_file_sha256_fkey' })
  content?: Relation<StoredFile>;
  @Column('bigint') bytes!: string;
}

/** A run that came in a bundle, and where its records are in a stored file. */
@Entity({ schema: 'research', name: 'imported_run' })
@Index('imported_run_file', ['study_id', 'path'])
@Index('imported_run_of_study', ['study_id', 'id'])
export class ImportedRun {
  /** A random id; error messages name the run by it. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @Column('text') path!: string;
  @ManyToOne(() => ImportedFile, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'study_id',
      referencedColumnName: 'study_id',
      foreignKeyConstraintName: 'imported_run_file_fkey',
    },
    {
      name: 'path',
      referencedColumnName: 'path',
      foreignKeyConstraintName: 'imported_run_file_fkey',
    },
  ])
  file?: Relation<ImportedFile>;
  @Column('jsonb') run!: BundleRun;
  /** The lines of the run's records in the file: where they begin, and how many bytes they have. */
  @Column('integer') first_byte!: number;
  @Column('integer') bytes!: number;
}

/**
 * A file, such as a recording, that a run in a bundle created. The table `imported_file` has a row
 * for its content.
 */
@Entity({ schema: 'research', name: 'imported_recording' })
export class ImportedRecording {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => ImportedRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'imported_recording_run_id_fkey' })
  run?: Relation<ImportedRun>;
  @PrimaryColumn('text') sha256!: string;
  @Column('text') name!: string;
  @Column('text') type!: string;
  @Column('integer') bytes!: number;
}
