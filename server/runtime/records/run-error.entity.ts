import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Run } from '../runs/run.entity';

/** That a run met an error of the study's code: once, however often it did. */
@Entity({ schema: 'research', name: 'run_error' })
export class RunError {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => Run)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'run_error_run_id_fkey' })
  run?: Relation<Run>;
  /** Of the other columns, keyed: the same error has the same one in every run (events.rule.ts). */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('text') message!: string;
  @Column('text', { nullable: true }) file!: string | null;
  @Column('integer', { nullable: true }) line!: number | null;
}
