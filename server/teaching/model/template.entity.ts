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
import { Study } from '../../studies/study.entity';
import { ClassroomRow } from './classroom.entity';

/** A study that is shared with classrooms as a template, and its analysis script. */
@Entity({ schema: 'research', name: 'template' })
@Check('template_script_check', '(script IS NULL) = (script_name IS NULL)')
export class TemplateRow {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'template_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text', { nullable: true }) script_name!: string | null;
  @Column('text', { nullable: true }) script!: string | null;
  @Column('timestamptz') changed_at!: Date;
}

/**
 * A classroom whose members may copy a template. `pooled`: whether the data of all copies that the
 * members make are pooled.
 */
@Entity({ schema: 'research', name: 'template_share' })
@Index('template_share_classroom', ['classroom_id'])
export class TemplateShareRow {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => TemplateRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'template_share_study_id_fkey' })
  template?: Relation<TemplateRow>;
  @PrimaryColumn('uuid') classroom_id!: string;
  @ManyToOne(() => ClassroomRow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'classroom_id',
    foreignKeyConstraintName: 'template_share_classroom_id_fkey',
  })
  classroom?: Relation<ClassroomRow>;
  @Column('boolean') pooled!: boolean;
}

/** The template from which a study was copied, and the template's content at that time. */
@Entity({ schema: 'research', name: 'fork' })
@Index('fork_template', ['template_id'])
export class StudyForkRow {
  @PrimaryColumn('uuid') study_id!: string;
  @OneToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'fork_study_id_fkey' })
  study?: Relation<Study>;
  @Column('uuid', { nullable: true }) template_id!: string | null;
  @ManyToOne(() => Study, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'template_id', foreignKeyConstraintName: 'fork_template_id_fkey' })
  template?: Relation<Study>;
  @Column('text') template_title!: string;
  @Column('boolean') pooled!: boolean;
  /** The study's content at its creation, with which its later content is compared. */
  @Column('jsonb') base!: unknown;
  @Column('timestamptz') made_at!: Date;
}
