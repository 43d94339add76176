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
import type { Language } from '../../../contracts/base/languages';
import type {
  ExportFormat,
  ExportOmissions,
  StudyExport as View,
} from '../../../contracts/research-data/research-data';
import { Study } from '../../studies/study.entity';
import type { ExportCounts } from '../archive/dataset';

/** An export of the data of a study or a pool: requested, built by a worker, deleted after some days. */
@Entity({ schema: 'research', name: 'study_export' })
@Check('study_export_state_check', `state IN ('waiting', 'running', 'ready', 'failed', 'outdated')`)
@Check(
  'study_export_format_check',
  `format IN ('csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids', 'bundle')`,
)
@Check('study_export_recordings_check', `format = 'bundle' OR NOT recordings`)
@Check('study_export_progress_check', 'progress BETWEEN 0 AND 100')
@Check(
  'study_export_of_check',
  `(study_id IS NULL) = (pool_template_id IS NOT NULL)
   AND (pool_template_id IS NULL) = (pool_classroom_id IS NULL)`,
)
@Check(
  'study_export_pool_check',
  `pool_template_id IS NULL OR format IN ('csv', 'jsonl') AND NOT sees_names AND NOT unfinished`,
)
@Index('study_export_one_under_way', { synchronize: false })
@Index('study_export_one_pool_under_way', { synchronize: false })
@Index('study_export_pool', ['pool_template_id', 'pool_classroom_id', 'requested_at'])
@Index('study_export_study', ['study_id', 'requested_at'])
@Index('study_export_expiry', ['expires_at'])
export class StudyExport {
  @PrimaryColumn('uuid') id!: string;
  /** Null for the export of a pool. */
  @Column('uuid', { nullable: true }) study_id!: string | null;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_export_study_id_fkey' })
  study?: Relation<Study>;
  /**
   * The template and the classroom of a pool. The classroom has no foreign key, because the
   * teaching context depends on the research-data context, and not the other way round.
   */
  @Column('uuid', { nullable: true }) pool_template_id!: string | null;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'pool_template_id',
    foreignKeyConstraintName: 'study_export_pool_template_id_fkey',
  })
  template?: Relation<Study>;
  @Column('uuid', { nullable: true }) pool_classroom_id!: string | null;
  @Column('text') state!: Exclude<View['state'], 'expired'>;
  @Column('integer', { default: 0 }) progress!: number;
  /** The number of attempts to build the export. */
  @Column('integer', { default: 0 }) tries!: number;
  @Column('text') format!: ExportFormat;
  @Column('boolean') for_spreadsheets!: boolean;
  @Column('boolean') unfinished!: boolean;
  /** Whether runs of rejected participations are left out. */
  @Column('boolean', { default: false }) without_rejected!: boolean;
  /** The language of the descriptions, not of the data. */
  @Column('text', { default: 'en' }) language!: Language;
  /** Whether the bundle includes the files that runs created, such as recordings. */
  @Column('boolean', { default: false }) recordings!: boolean;
  /**
   * Whether the researcher who requested the export may see names. If so, the export also contains
   * runs of the day of the request, but only of participants whose names the researcher may see.
   */
  @Column('boolean') sees_names!: boolean;
  /** The size of the file in bytes; null while it is not built. */
  @Column('integer', { nullable: true }) size!: number | null;
  @Column('jsonb', { nullable: true }) counts!: ExportCounts | null;
  @Column('jsonb', { nullable: true }) left_out!: ExportOmissions | null;
  @Column('text', { nullable: true }) failure!: View['failure'];
  @Column('timestamptz') requested_at!: Date;
  @Column('timestamptz', { nullable: true }) ready_at!: Date | null;
  @Column('timestamptz') expires_at!: Date;
}

/**
 * Records that an export contains a run, or a participation's rows of an uploaded data file
 * (external-data.entity.ts). When a participant withdraws these data, they are deleted, and a
 * trigger marks the export as outdated. To find the export, the trigger reads this record. So
 * `run_id` is no foreign key, which would delete the record before the trigger reads it.
 */
@Entity({ schema: 'research', name: 'study_export_run' })
export class StudyExportRun {
  @PrimaryColumn('uuid') export_id!: string;
  @ManyToOne(() => StudyExport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'export_id', foreignKeyConstraintName: 'study_export_run_export_id_fkey' })
  export?: Relation<StudyExport>;
  @Index('study_export_run_run')
  @PrimaryColumn('uuid')
  run_id!: string;
}

/** The archive itself, in consecutive encrypted parts. */
@Entity({ schema: 'research', name: 'study_export_part' })
export class StudyExportPart {
  @PrimaryColumn('uuid') export_id!: string;
  @ManyToOne(() => StudyExport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'export_id', foreignKeyConstraintName: 'study_export_part_export_id_fkey' })
  export?: Relation<StudyExport>;
  /** The part's offset in the file. */
  @PrimaryColumn('integer') first_byte!: number;
  /**
   * The id of the part. The encryption authenticates the id, so that no part can be exchanged for
   * another.
   */
  @Index('study_export_part_id', { unique: true })
  @Column('uuid')
  id!: string;
  /** The encrypted bytes: a database dump without the server's key cannot be read. */
  @Column('bytea') bytes!: Buffer;
}
