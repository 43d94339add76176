import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stored file, named by what is in it. */
@Entity({ schema: 'platform', name: 'stored_file' })
export class StoredFile {
  @PrimaryColumn('text') sha256!: string;
  /** Bytes; the driver gives a bigint as a string. */
  @Column('bigint') size!: string;
  @Column('text') type!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
