import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Run } from '../run/run.entity';
import type { TimingBands } from '../timing/timing-bands.rule';

/**
 * The sealed records of a run, from the first record on, in one compressed row
 * (sealing/seal-runs.ts).
 */
@Entity({ schema: 'research', name: 'run_log' })
@Index('run_log_not_compared', ['run_id'], { where: 'values_through < through' })
export class RunLog {
  @PrimaryColumn('uuid') run_id!: string;
  @OneToOne(() => Run)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'run_log_run_id_fkey' })
  run?: Relation<Run>;
  @Column('integer') through!: number;
  /**
   * The number of the last record whose rare values were stored and compared
   * (rare-values/keep-rare-values.ts).
   */
  @Column({ type: 'integer', default: 0 }) values_through!: number;
  /** Lines of JSON (StoredRecord), compressed with gzip. */
  @Column('bytea') lines!: Buffer;
  /** The timing measurements of the run's pages; null where nothing was measured. */
  @Column('jsonb', { nullable: true }) timing!: TimingBands | null;
}
