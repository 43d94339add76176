import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { RunFile } from './run-file.entity';

/**
 * A piece of the bytes of a run's file. Equal files of two participants are stored separately: if
 * one participant withdraws, only this participant's file is deleted.
 */
@Entity({ schema: 'research', name: 'run_file_piece' })
export class RunFilePiece {
  @PrimaryColumn('uuid') run_id!: string;
  @PrimaryColumn('bytea') sha256!: Buffer;
  @ManyToOne(() => RunFile)
  @JoinColumn([
    {
      name: 'run_id',
      referencedColumnName: 'run_id',
      foreignKeyConstraintName: 'run_file_piece_file_fkey',
    },
    {
      name: 'sha256',
      referencedColumnName: 'sha256',
      foreignKeyConstraintName: 'run_file_piece_file_fkey',
    },
  ])
  file?: Relation<RunFile>;
  /** The offset of the piece's first byte in the file. */
  @PrimaryColumn('integer') start!: number;
  @Column('bytea') piece!: Buffer;
}
