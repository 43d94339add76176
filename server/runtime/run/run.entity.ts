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
import type { RunListEntry } from '../../../contracts/runtime/runs';
import type { RunEnvironment, StartedRun } from '../../../contracts/runtime/runtime';
import { Participation } from '../../enrolment/model/participation.entity';
import { Session } from '../../enrolment/model/session.entity';

const number = { type: 'integer', default: 0 } as const;

/**
 * One attempt of a participation in a study that runs here, with the state of its record log. The
 * table stores no time except `last_contact` in some sessions: the time of an event could identify
 * the participant (docs/domain.md, 4). No index contains a column that a batch of records changes,
 * and the table's pages have free space, so that PostgreSQL can update rows in place (HOT).
 */
@Entity({ schema: 'research', name: 'run' })
@Check('run_state_check', `state IN ('open', 'finished', 'ended')`)
@Check('run_head_check', 'octet_length(head) = 32')
@Check('run_cell_check', '(cell IS NULL) = (condition IS NULL)')
@Check('run_sealed_check', 'sealed_through BETWEEN 0 AND stored_through')
@Index('run_attempt', ['participation_id', 'attempt'], { unique: true })
@Index('run_of_session', ['session_id', 'id'])
@Index('run_serving_key_hash', ['serving_key_hash'], {
  unique: true,
  where: 'serving_key_hash IS NOT NULL',
})
export class Run {
  /** Random, so that the order of runs reveals nothing. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') participation_id!: string;
  @ManyToOne(() => Participation)
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'run_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  /**
   * The session of the run's participation. A participation that has started stays in its session,
   * so this never changes.
   */
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'run_session_id_fkey' })
  session?: Relation<Session>;
  @Column('integer') attempt!: number;
  /** `ended`: a later attempt replaced it, or the participation ended without being completed. */
  @Column({ type: 'text', default: 'open' }) state!: RunListEntry['state'];
  /** The id of the open page that may store records of the run. */
  @Column('uuid') writer!: string;
  @Column(number) stored_through!: number;
  /** The number of the last record in `run_log`; later records are in `run_chunk`. */
  @Column(number) sealed_through!: number;
  /** The last hash of the hash chain over all records (contracts/runtime/runtime.ts). */
  @Column({ type: 'bytea', default: () => `decode(repeat('00', 32), 'hex')` }) head!: Buffer;
  /** How many bytes the data of all records have. */
  @Column(number) bytes!: number;
  /** How many records are placeholders for records that could not be stored. */
  @Column(number) lost!: number;
  /** How many announced files are incomplete; `file_bytes`: the bytes of all announced files. */
  @Column(number) files_due!: number;
  @Column(number) file_bytes!: number;
  /**
   * How many errors the study's code had; `focus_lost`: how often its window lost the focus
   * (events.rule.ts).
   */
  @Column(number) errors!: number;
  @Column(number) focus_lost!: number;
  /** How many different files the run requested that the study's version does not contain (missing-files.sql.ts). */
  @Column(number) missing_files!: number;
  /** A keyed hash of the key in the address of the run's files (started-run.ts). */
  @Column('bytea', { nullable: true }) serving_key_hash!: Buffer | null;
  /**
   * When the last record arrived, while the run is open. It is stored only in sessions whose roster
   * names each participant who has started. In all other sessions, the time would identify the
   * participant.
   */
  @Column('timestamptz', { nullable: true }) last_contact!: Date | null;
  /** The seed of the study's random numbers. */
  @Column('bytea') seed!: Buffer;
  /**
   * The index of the participant's condition in the list that was fixed at the launch. It is the
   * same in each attempt.
   */
  @Column('integer', { nullable: true }) cell!: number | null;
  @Column('jsonb', { nullable: true }) condition!: StartedRun['condition'];
  @Column('jsonb') environment!: RunEnvironment;
  /** The day (UTC) of the run's start; `last_day`: the day of its last record. */
  @Column('date') day!: string;
  @Column('date') last_day!: string;
}
