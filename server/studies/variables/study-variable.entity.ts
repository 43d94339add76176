import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { LevelLabel } from '../../../contracts/research-data/study-variables';
import { Study } from '../study.entity';

/** The columns with a description, and their values in a statement that meets a row with one. */
export const descriptionColumns = 'description, unit, levels';
export const excludedDescription = 'excluded.description, excluded.unit, excluded.levels';

/** What the people of a study say of a variable of its data; a row where they say anything. */
@Entity({ schema: 'research', name: 'study_variable' })
@Check('study_variable_said_check', `description <> '' OR unit <> '' OR levels <> '[]'::jsonb`)
export class StudyVariableRow {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'study_variable_study_id_fkey' })
  study?: Relation<Study>;
  /** Of the column, as tables of exports have it. */
  @PrimaryColumn('text') name!: string;
  @Column('text') description!: string;
  @Column('text') unit!: string;
  @Column('jsonb') levels!: LevelLabel[];
  /** A new id with each change: a change made from an older version is refused. */
  @Column('uuid') version!: string;
}
