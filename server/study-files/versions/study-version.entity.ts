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
import type {
  StudyVersion as VersionView,
  VersionReport,
} from '../../../contracts/study-files/study-files';
import type { ArchiveNotes } from '../archive/archive.rule';
import { Study } from '../../studies/study.entity';

/** A version of the files of a study; it never changes (docs/decisions/study-files.md). */
@Entity({ schema: 'research', name: 'study_version' })
@Index('study_version_number', ['study_id', 'number'], { unique: true })
@Index('study_version_content', ['study_id', 'sha256'], { unique: true })
@Index('study_version_look_again', ['look_again_at'], { where: 'look_again_at IS NOT NULL' })
@Check(
  'study_version_reported',
  `(report IS NULL) = (kind IS NULL) AND (report IS NULL) = (errors IS NULL)
    AND (report IS NULL) = (warnings IS NULL) AND (report IS NOT NULL OR entry IS NULL)`,
)
export class StudyVersion {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_version_study_id_fkey' })
  study?: Relation<Study>;
  @Column('integer') number!: number;
  /** The hash of the list of files (manifest.ts). */
  @Column('text') sha256!: string;
  /** The name of the uploaded archive. */
  @Column('text') name!: string;
  @Column('integer') files!: number;
  @Column('integer') bytes!: number;
  /** Paths in the uploaded archive that were left out, since they do not belong to the study. */
  @Column('jsonb') left_out!: string[];
  /**
   * Further notes about the archive for the version's report, such as files whose names had a
   * guessed encoding.
   */
  @Column('jsonb', { default: [] }) archive_notes!: ArchiveNotes['notes'];
  @Column('text', { nullable: true }) kind!: VersionView['kind'];
  @Column('text', { nullable: true }) entry!: string | null;
  @Column('integer', { nullable: true }) errors!: number | null;
  @Column('integer', { nullable: true }) warnings!: number | null;
  /** The report on the version's files; null until it is made. */
  @Column('jsonb', { nullable: true }) report!: VersionReport | null;
  /**
   * Whether the check of a file had to be stopped. If so, the report may be incomplete, and its
   * `kind` wrong.
   */
  @Column('boolean', { default: false }) stopped!: boolean;
  /** How many checks there were since the upload, or since researchers last requested a check. */
  @Column('integer', { default: 0 }) looks!: number;
  /** Whether a check is running, or a researcher has requested one. */
  @Column('boolean', { default: false }) looking!: boolean;
  /**
   * The earliest time of the next check; while a check is running, its time limit. Null if no check
   * is planned.
   */
  @Column('timestamptz', { nullable: true }) look_again_at!: Date | null;
  /**
   * The tool with which the study was made, as the researchers state. It replaces the tool that the
   * report names, until a check has read every file.
   */
  @Column('text', { nullable: true }) said_kind!: VersionView['kind'];
  /**
   * Whether the version was published here from a timeline without code by researchers
   * (timeline-files/own-code.rule.ts). False for versions from before this field existed, until the
   * same timeline is published again.
   */
  @Column('boolean', { default: false }) code_free!: boolean;
  /**
   * `rehearsed_answers`: whether a rehearsal of this version stored answers. `rehearsed_end`:
   * whether a rehearsal ended by itself (must-store-answers.ts).
   */
  @Column('boolean', { default: false }) rehearsed_answers!: boolean;
  @Column('boolean', { default: false }) rehearsed_end!: boolean;
  /** Whether a session was launched with this version. If so, it is never deleted. */
  @Column('boolean', { default: false }) frozen!: boolean;
  /**
   * The account that created the version. There is no foreign key, so that the version stays when
   * the account is erased (docs/domain.md, 4).
   */
  @Column('uuid') created_by!: string;
  @Column('timestamptz') created_at!: Date;
}
