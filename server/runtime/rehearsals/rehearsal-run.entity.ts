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
import type { RehearsalOutcome } from '../../../contracts/runtime/rehearsal-limits';
import type { RunListEntry } from '../../../contracts/runtime/runs';
import type { RunEnvironment, StartedRun } from '../../../contracts/runtime/runtime';
import { Rehearsal } from './rehearsal.entity';

const number = { type: 'integer', default: 0 } as const;

/**
 * A simulated participant, and the state of its record log. One statement stores the records of
 * participants and of rehearsals (record-log/store-records.sql.ts). So this table has all columns
 * that the statement uses.
 */
@Entity({ schema: 'research', name: 'rehearsal_run' })
@Check('rehearsal_run_state_check', `state IN ('open', 'finished', 'ended')`)
@Check(
  'rehearsal_run_outcome_check',
  `outcome IN ('completed', 'stalled', 'left', 'stopped', 'failed')`,
)
@Check('rehearsal_run_cell_check', '(cell IS NULL) = (condition IS NULL)')
@Index('rehearsal_run_number', ['rehearsal_id', 'number'], { unique: true })
@Index('rehearsal_run_writer', ['rehearsal_id', 'writer'], { unique: true })
export class RehearsalRun {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') rehearsal_id!: string;
  @ManyToOne(() => Rehearsal, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'rehearsal_id', foreignKeyConstraintName: 'rehearsal_run_rehearsal_id_fkey' })
  rehearsal?: Relation<Rehearsal>;
  @Column('integer') number!: number;
  @Column({ type: 'text', default: 'open' }) state!: RunListEntry['state'];
  @Column('text', { nullable: true }) outcome!: RehearsalOutcome | null;
  @Column('uuid') writer!: string;
  @Column(number) stored_through!: number;
  @Column({ type: 'bytea', default: () => `decode(repeat('00', 32), 'hex')` }) head!: Buffer;
  @Column(number) bytes!: number;
  @Column(number) lost!: number;
  @Column(number) errors!: number;
  @Column(number) focus_lost!: number;
  /**
   * Always null: the statement that stores records writes this column, but only for runs of
   * participants.
   */
  @Column('timestamptz', { nullable: true }) last_contact!: Date | null;
  @Column('bytea') seed!: Buffer;
  @Column('integer', { nullable: true }) cell!: number | null;
  @Column('jsonb', { nullable: true }) condition!: StartedRun['condition'];
  @Column('jsonb') environment!: RunEnvironment;
  @Column('date') day!: string;
  @Column('date') last_day!: string;
  /**
   * How many of the records are events. Real participants have more or fewer, so the expected
   * number of records is computed without them. Null until the run has ended.
   */
  @Column('integer', { nullable: true }) events!: number | null;
  /** What the page reported about the run (contracts/runtime/rehearsals.ts). */
  @Column('integer', { nullable: true }) ms!: number | null;
  @Column('integer', { nullable: true }) answers_ms!: number | null;
  @Column({ type: 'jsonb', default: [] }) not_simulated!: string[];
  @Column({ type: 'jsonb', default: [] }) passed_pages!: string[];
  @Column('text', { nullable: true }) stuck_at!: string | null;
}
