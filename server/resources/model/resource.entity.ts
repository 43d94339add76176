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
import type { fileStates } from '../../../contracts/resources/files';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import { StoredFile } from '../../platform/storage/stored-file.entity';

/** A file or a folder of a researcher. Each researcher has one root folder, the only one without a parent. */
@Entity({ schema: 'research', name: 'resource' })
@Index('resource_root', ['owner_id'], { unique: true, where: 'parent_id IS NULL' })
@Index('resource_name', ['parent_id', 'name_key'], { unique: true, where: 'deleted_at IS NULL' })
@Index('resource_owner', ['owner_id'])
@Index('resource_parent', ['parent_id'])
@Index('resource_bin', ['deleted_at'], { where: 'deleted_at IS NOT NULL' })
@Check('resource_kind_check', `kind IN ('folder', 'file')`)
@Check('resource_newest_check', `(kind = 'file') = (newest IS NOT NULL)`)
@Check('resource_root_check', `parent_id IS NOT NULL OR (kind = 'folder' AND deleted_at IS NULL)`)
export class ResourceRow {
  @PrimaryColumn('uuid') id!: string;
  /** The account that owns the item. Its erasure deletes the row (resources.erasure.ts). */
  @Column('uuid') owner_id!: string;
  @Column('uuid', { nullable: true }) parent_id!: string | null;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parent_id', foreignKeyConstraintName: 'resource_parent_id_fkey' })
  parent?: Relation<ResourceRow>;
  @Column('text') kind!: 'folder' | 'file';
  @Column('text') name!: string;
  /** Two names are equal if their keys are equal (contracts/resources/resource-name.rule.ts). */
  @Column('text') name_key!: string;
  @Column({ type: 'text', default: '' }) licence!: string;
  @Column({ type: 'text', default: '' }) creator!: string;
  @Column({ type: 'text', default: '' }) source!: string;
  /** The number of a file's newest version; null for a folder. */
  @Column('integer', { nullable: true }) newest!: number | null;
  /**
   * The size of the newest version, null for a folder. `bytes` and `type` are copied from that
   * version, so that lists can be sorted by them. The driver returns a bigint as a string.
   */
  @Column('bigint', { nullable: true }) bytes!: string | null;
  @Column('text', { nullable: true }) type!: ResourceFileType | null;
  /** When the item itself was put into the bin; null for items below a deleted folder. */
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' }) updated_at!: Date;
}

/**
 * A version of a file: the hash of its content, its detected type, and the facts that a worker read
 * from it. After the version was added, only `state`, `facts` and the thumbnail change.
 */
@Entity({ schema: 'research', name: 'resource_version' })
@Index('resource_version_content', ['sha256'])
@Index('resource_version_thumbnail', ['thumbnail_sha256'])
@Index('resource_version_unread', ['created_at'], { where: `facts IS NULL OR state = 'checking'` })
@Check('resource_version_state_check', `state IN ('checking', 'ready', 'quarantined')`)
export class ResourceVersionRow {
  @PrimaryColumn('uuid') resource_id!: string;
  @ManyToOne(() => ResourceRow, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'resource_id',
    foreignKeyConstraintName: 'resource_version_resource_id_fkey',
  })
  resource?: Relation<ResourceRow>;
  /** From 1. */
  @PrimaryColumn('integer') number!: number;
  @Column('text') sha256!: string;
  @ManyToOne(() => StoredFile)
  @JoinColumn({ name: 'sha256', foreignKeyConstraintName: 'resource_version_sha256_fkey' })
  content?: Relation<StoredFile>;
  /** The driver returns a bigint as a string. */
  @Column('bigint') bytes!: string;
  @Column('text') type!: ResourceFileType;
  @Column('text') state!: (typeof fileStates)[number];
  @Column('jsonb', { nullable: true }) facts!: FileFacts | null;
  @Column('text', { nullable: true }) thumbnail_sha256!: string | null;
  @ManyToOne(() => StoredFile)
  @JoinColumn({
    name: 'thumbnail_sha256',
    foreignKeyConstraintName: 'resource_version_thumbnail_fkey',
  })
  thumbnail?: Relation<StoredFile>;
  @Column({ type: 'timestamptz', default: () => 'now()' }) created_at!: Date;
}
