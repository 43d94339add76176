import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { ResourceRow } from '../../resources/model/resource.entity';
import { Study } from '../../studies/study.entity';

/**
 * A content that was copied from a resource file into a study. The row names the content by its
 * hash. So it applies to every version and draft of the study that contains the same bytes, at any
 * path.
 */
@Entity({ schema: 'research', name: 'taken_resource' })
@Index('taken_resource_file', ['resource_id'])
export class CopiedResourceRow {
  @PrimaryColumn('uuid') study_id!: string;
  @ManyToOne(() => Study)
  @JoinColumn({ name: 'study_id', foreignKeyConstraintName: 'taken_resource_study_id_fkey' })
  study?: Relation<Study>;
  @PrimaryColumn('text') sha256!: string;
  @PrimaryColumn('uuid') resource_id!: string;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'resource_id', foreignKeyConstraintName: 'taken_resource_resource_id_fkey' })
  resource?: Relation<ResourceRow>;
  /** The number of the resource file's version that has these bytes. */
  @Column('integer') number!: number;
}
