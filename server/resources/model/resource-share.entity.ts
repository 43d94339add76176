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
import { Study } from '../../studies/study.entity';
import { ResourceRow } from './resource.entity';

/** A share of a folder with the people of a study or the members of a classroom, who may read it or take copies. */
@Entity({ schema: 'research', name: 'resource_share' })
@Index('resource_share_folder_study', ['folder_id', 'study_id'], { unique: true })
@Index('resource_share_folder_classroom', ['folder_id', 'classroom_id'], { unique: true })
@Index('resource_share_study', ['study_id'])
@Index('resource_share_classroom', ['classroom_id'])
@Check('resource_share_may_check', `may IN ('read', 'copy')`)
@Check('resource_share_with_check', '(study_id IS NULL) <> (classroom_id IS NULL)')
export class ResourceShareRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') folder_id!: string;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id', foreignKeyConstraintName: 'resource_share_folder_id_fkey' })
  folder?: Relation<ResourceRow>;
  @Column('uuid', { nullable: true }) study_id!: string | null;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'resource_share_study_id_fkey' })
  study?: Relation<Study>;
  /**
   * The classroom. There is no foreign key, because the teaching context, which stores classrooms,
   * depends on the resources context. Classrooms are never deleted.
   */
  @Column('uuid', { nullable: true }) classroom_id!: string | null;
  @Column('text') may!: 'read' | 'copy';
}
