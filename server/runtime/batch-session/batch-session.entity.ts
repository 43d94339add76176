import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Session } from '../../enrolment/model/session.entity';
import { Run } from '../run/run.entity';

/**
 * The data that the participants of a session share. The row has only the present state: neither
 * who changed it, nor when, nor what it was before.
 */
@Entity({ schema: 'research', name: 'batch_session' })
@Check('batch_session_version_check', 'version >= 0')
export class BatchSession {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'batch_session_session_id_fkey' })
  session?: Relation<Session>;
  @Column({ type: 'integer', default: 0 }) version!: number;
  /** JSON with the keys of each object sorted; text, since jsonb cannot store every string. */
  @Column({ type: 'text', default: '{}' }) document!: string;
  /** The day (UTC) on which the document was last changed. */
  @Index('batch_session_age')
  @Column('date')
  changed_on!: string;
}

/**
 * The id of the last change by a run, so that a retry after a lost response does not apply the
 * change twice.
 */
@Entity({ schema: 'research', name: 'batch_change' })
export class BatchChange {
  @PrimaryColumn('uuid') run_id!: string;
  @OneToOne(() => Run, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'batch_change_run_id_fkey' })
  run?: Relation<Run>;
  /** A random id of the last change, which reveals nothing about it. */
  @Column('uuid') change_id!: string;
}
