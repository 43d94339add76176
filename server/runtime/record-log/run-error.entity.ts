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
import type { RunErrorKind } from '../../../contracts/runtime/runs';
import { Run } from '../run/run.entity';

/** An error of a run: in the study's code, or a file that did not load. */
@Entity({ schema: 'research', name: 'run_error' })
@Index('run_error_not_started', ['run_id'], { where: `kind = 'not_started'` })
@Check(
  'run_error_kind_check',
  `kind IN ('error', 'missing_file', 'not_loaded', 'no_end', 'blocked', 'load_failed', 'not_started',
    'stuck', 'began')`,
)
export class RunError {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => Run)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'run_error_run_id_fkey' })
  run?: Relation<Run>;
  /**
   * A keyed hash of the other columns: equal errors have the same hash in every run
   * (events.rule.ts).
   */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column({ type: 'text', default: 'error' }) kind!: RunErrorKind | 'began';
  @Column('text') message!: string;
  @Column('text', { nullable: true }) file!: string | null;
  @Column('integer', { nullable: true }) line!: number | null;
  /** For a missing file, the number of requests; an error has one row, however often it occurred. */
  @Column({ type: 'integer', default: 1 }) times!: number;
  /**
   * The day (UTC) on which the run first had this error; null for errors from before the day was
   * stored.
   */
  @Column('date', { nullable: true }) day!: string | null;
}
