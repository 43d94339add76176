import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored file, named by what is in it. */
@Entity({ schema: 'platform', name: 'stored_file' })
@Index('stored_file_touched', ['touched_at'])
export class StoredFile {
  @PrimaryColumn('text') sha256!: string;
  /** Bytes; the driver gives a bigint as a string. */
  @Column('bigint') size!: string;
  @Column('text') type!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /** When it was last stored: the row that refers to it may be written a little later. */
  @Column('timestamptz', { default: () => 'now()' }) touched_at!: Date;
}
