import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored file, named by the hash of its content. */
@Entity({ schema: 'platform', name: 'stored_file' })
@Index('stored_file_touched', ['touched_at'])
export class StoredFile {
  @PrimaryColumn('text') sha256!: string;
  /** The size in bytes; the driver returns a bigint as a string. */
  @Column('bigint') size!: string;
  @Column('text') type!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /**
   * When the file was last stored. The row that refers to it may be written a little later, so a new file is not
   * deleted yet.
   */
  @Column('timestamptz', { default: () => 'now()' }) touched_at!: Date;
}
