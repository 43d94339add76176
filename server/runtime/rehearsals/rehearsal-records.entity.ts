import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { RehearsalRun } from './rehearsal-run.entity';

/**
 * Records of a simulated participant, in the chunks in which they arrived. They are never sealed,
 * since they are deleted after a week.
 */
@Entity({ schema: 'research', name: 'rehearsal_chunk' })
export class RehearsalChunk {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => RehearsalRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'rehearsal_chunk_run_id_fkey' })
  run?: Relation<RehearsalRun>;
  @PrimaryColumn('integer') first!: number;
  @Column('integer') last!: number;
  /** The records, encoded as in frames.rule.ts. */
  @Column('bytea') frames!: Buffer;
}

/** Records that a simulated participant had an error of the study's code. */
@Entity({ schema: 'research', name: 'rehearsal_error' })
export class RehearsalError {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => RehearsalRun, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'rehearsal_error_run_id_fkey' })
  run?: Relation<RehearsalRun>;
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('text') message!: string;
  @Column('text', { nullable: true }) file!: string | null;
  @Column('integer', { nullable: true }) line!: number | null;
}
