import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { runFileStates } from '../../../contracts/runtime/run-files';
import { Run } from '../run/run.entity';

/** A file that a record of the run announces. */
@Entity({ schema: 'research', name: 'run_file' })
@Check('run_file_state_check', `state IN ('due', 'whole', 'given_up')`)
@Check('run_file_stored_check', 'stored BETWEEN 0 AND bytes')
export class RunFile {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => Run)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'run_file_run_id_fkey' })
  run?: Relation<Run>;
  @PrimaryColumn('bytea') sha256!: Buffer;
  @Column('text') name!: string;
  @Column('text') type!: string;
  @Column('integer') bytes!: number;
  /** How many bytes of the file are stored in pieces so far. */
  @Column({ type: 'integer', default: 0 }) stored!: number;
  @Column({ type: 'text', default: 'due' }) state!: (typeof runFileStates)[number];
}
