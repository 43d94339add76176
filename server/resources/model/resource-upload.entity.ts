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
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import { ResourceRow } from './resource.entity';

/**
 * An unfinished upload: the storage and the name that it reserves, and how many of its bytes are on
 * disk. State `verified`: all bytes have arrived, with the right hash and an accepted type, but the
 * file is not created yet.
 */
@Entity({ schema: 'research', name: 'resource_upload' })
@Index('resource_upload_name', ['folder_id', 'name_key'], {
  unique: true,
  where: `state <> 'complete'`,
})
@Index('resource_upload_owner', ['owner_id'])
@Index('resource_upload_folder', ['folder_id'])
@Index('resource_upload_file', ['file_id'])
@Index('resource_upload_expiry', ['expires_at'])
@Check('resource_upload_state_check', `state IN ('open', 'verified', 'complete')`)
@Check('resource_upload_stored_check', 'stored BETWEEN 0 AND bytes')
@Check('resource_upload_type_check', `(state = 'open') = (type IS NULL)`)
export class ResourceUploadRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') owner_id!: string;
  @Column('uuid') folder_id!: string;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id', foreignKeyConstraintName: 'resource_upload_folder_id_fkey' })
  folder?: Relation<ResourceRow>;
  @Column('text') name!: string;
  @Column('text') name_key!: string;
  /** The driver returns a bigint as a string. */
  @Column('bigint') bytes!: string;
  @Column('text') sha256!: string;
  /**
   * How many bytes are safely on disk. The file on disk may be longer; it is truncated before the
   * next piece is written.
   */
  @Column({ type: 'bigint', default: 0 }) stored!: string;
  /** Whether the upload becomes a new version if the folder already has a file of this name. */
  @Column('boolean') replaces!: boolean;
  @Column('text') state!: 'open' | 'verified' | 'complete';
  @Column('text', { nullable: true }) type!: ResourceFileType | null;
  /** The file that the completed upload created. */
  @Column('uuid', { nullable: true }) file_id!: string | null;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'file_id', foreignKeyConstraintName: 'resource_upload_file_id_fkey' })
  file?: Relation<ResourceRow>;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
