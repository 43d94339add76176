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

/** A folder that the people of a study may read, or take copies of. */
@Entity({ schema: 'research', name: 'resource_share' })
@Index('resource_share_study', ['study_id'])
@Check('resource_share_may_check', `may IN ('read', 'copy')`)
export class ResourceShareRow {
  @PrimaryColumn('uuid') folder_id!: string;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id', foreignKeyConstraintName: 'resource_share_folder_id_fkey' })
  folder?: Relation<ResourceRow>;
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'resource_share_study_id_fkey' })
  study?: Relation<Study>;
  @Column('text') may!: 'read' | 'copy';
}
