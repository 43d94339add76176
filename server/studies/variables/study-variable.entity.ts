import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { ValueLabel } from '../../../contracts/research-data/study-variables';
import { Study } from '../study.entity';

/**
 * SQL: the columns of a description, and the new values of these columns in an `ON CONFLICT … DO
 * UPDATE`.
 */
export const descriptionColumns = 'description, unit, levels';
export const descriptionValuesOnConflict = 'excluded.description, excluded.unit, excluded.levels';

/**
 * A researcher's description of a variable in a study's data. A variable without a description has
 * no row.
 */
@Entity({ schema: 'research', name: 'study_variable' })
@Check('study_variable_said_check', `description <> '' OR unit <> '' OR levels <> '[]'::jsonb`)
export class StudyVariableRow {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_variable_study_id_fkey' })
  study?: Relation<Study>;
  /** The name of the column in the tables of exports. */
  @PrimaryColumn('text') name!: string;
  @Column('text') description!: string;
  @Column('text') unit!: string;
  @Column('jsonb') levels!: ValueLabel[];
  /**
   * The id of this version of the description; each change sets a new one. A change that is based
   * on an older version is refused.
   */
  @Column('uuid') version!: string;
}
