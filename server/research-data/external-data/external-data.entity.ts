import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { ExternalDataFile as View } from '../../../contracts/research-data/external-data';
import { Participation } from '../../enrolment/model/participation.entity';
import { Study } from '../../studies/study.entity';

export interface StoredExternalColumn {
  readonly name: string;
  /** Qualtrics' description of the column: the question. */
  readonly label: string | null;
  /** True if the numbers of the column are written with decimal commas; absent otherwise. */
  readonly decimal_comma?: true;
}

/** A file with data that an external study collected. The file itself is not kept. */
@Entity({ schema: 'research', name: 'outside_file' })
@Index('outside_file_once', ['study_id', 'sha256'], { unique: true })
export class ExternalDataFile {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'outside_file_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') name!: string;
  @Column('text') sha256!: string;
  @Column('jsonb') columns!: StoredExternalColumn[];
  /** The counts at the upload: rows deleted after a later withdrawal are still counted here. */
  @Column('integer') rows!: number;
  @Column('integer') participants!: number;
  @Column('jsonb') left_out!: View['left_out'];
  /**
   * How many values, such as email addresses and times, were removed from texts of anonymous
   * sessions.
   */
  @Column('integer') withheld!: number;
  /** The bytes that count towards the owner's quota (docs/decisions/study-files.md), as of the upload. */
  @Column('bigint') bytes!: string;
  @Column('timestamptz') added_at!: Date;
}

/** The rows of one participation in a file, which are deleted together. */
@Entity({ schema: 'research', name: 'outside_part' })
@Index('outside_part_once', ['file_id', 'participation_id'], { unique: true })
@Index('outside_part_participation', ['participation_id'])
export class ExternalDataPart {
  /** A random id: ids in the order of the file would reveal who came first. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') file_id!: string;
  @ManyToOne(() => ExternalDataFile, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'file_id', foreignKeyConstraintName: 'outside_part_file_id_fkey' })
  file?: Relation<ExternalDataFile>;
  @Column('uuid') participation_id!: string;
  @ManyToOne(() => Participation, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'outside_part_participation_id_fkey',
  })
  participation?: Relation<Participation>;
}

@Entity({ schema: 'research', name: 'outside_row' })
export class ExternalDataRow {
  @PrimaryColumn('uuid') part_id!: string;
  @ManyToOne(() => ExternalDataPart, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_id', foreignKeyConstraintName: 'outside_row_part_id_fkey' })
  part?: Relation<ExternalDataPart>;
  /** The number of the row among the participation's rows in the file, from 1. */
  @PrimaryColumn('integer') number!: number;
  /** The cells in the order of the file's columns; null where the file had an empty cell. */
  @Column('jsonb') cells!: (string | null)[];
}
