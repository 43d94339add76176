import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Run } from '../run/run.entity';

/**
 * A rare value of a run, as a keyed hash, and its place in the records. The server compares these
 * hashes to find values that occur in a named run and in an anonymous run: such a value could
 * reveal who the anonymous participant is (docs/decisions/withheld-values.md).
 */
@Entity({ schema: 'research', name: 'run_value' })
@Index('run_value_of_study', ['study_id', 'anonymous', 'mark'])
export class RunValue {
  @PrimaryColumn('uuid') run_id!: string;
  @ManyToOne(() => Run, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'run_value_run_id_fkey' })
  run?: Relation<Run>;
  /** A keyed hash of the value. */
  @PrimaryColumn('bytea') mark!: Buffer;
  /** A hash of the names that lead to the value (its JSON path). */
  @PrimaryColumn('bytea') place!: Buffer;
  @Column('uuid') participation_id!: string;
  @Column('uuid') study_id!: string;
  @Column('boolean') anonymous!: boolean;
}
