import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored file, named by the hash of its content. */
@Entity({ schema: 'platform', name: 'stored_file' })
@Index('stored_file_touched', ['touched_at'])
export class StoredFile {
  @PrimaryColumn('text') sha256!: string;
  /** The size in bytes, as a string: the driver returns every bigint as a string. */
  @Column('bigint') size!: string;
  @Column('text') type!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /**
   * The time at which the file was last stored. A file is kept for a day after this time, because
   * the row that refers to it may be written later.
   */
  @Column('timestamptz', { default: () => 'now()' }) touched_at!: Date;
}
