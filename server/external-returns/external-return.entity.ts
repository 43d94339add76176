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
import type {
  ReturnOutcome,
  ReturnRefusal,
  ReturnProcessingResult,
  ReturnChannel,
} from '../../contracts/external-returns/external-returns';
import { Session } from '../enrolment/model/session.entity';

/**
 * Counts equal returns of one day in one row. Unknown values are stored as empty texts and not as
 * nulls: PostgreSQL would not recognize two rows with nulls as equal, and would store a second row.
 */
@Entity({ schema: 'research', name: 'external_return' })
@Check('external_return_way', `way IN ('redirect', 'server', 'code')`)
@Check('external_return_outcome', `outcome IN ('', 'completed', 'screened_out', 'failed_check')`)
@Check('external_return_result', `result IN ('done', 'already', 'refused')`)
@Check('external_return_reason', `(reason = '') = (result <> 'refused')`)
@Check('external_return_told_result', `told_result IN ('done', 'already', 'refused')`)
@Check('external_return_told_reason', `(told_reason = '') = (told_result <> 'refused')`)
@Index(
  'external_return_kind',
  ['session_id', 'tag', 'day', 'way', 'outcome', 'result', 'reason', 'told_result', 'told_reason'],
  { unique: true },
)
export class ExternalReturnCount {
  /** A random id. A time-ordered one would reveal when the return arrived. */
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'external_return_session_id_fkey' })
  session?: Relation<Session>;
  /**
   * The tag that the session's roster shows for the participant; empty if the return did not prove
   * who the participant is.
   */
  @Column('text') tag!: string;
  @Column('text') way!: ReturnChannel;
  @Column('text') outcome!: ReturnOutcome | '';
  @Column('text') result!: ReturnProcessingResult;
  @Column('text') reason!: ReturnRefusal | '';
  /**
   * The result in the response to the sender; in an anonymous session it reveals nothing that
   * happened on this day.
   */
  @Column('text') told_result!: ReturnProcessingResult;
  @Column('text') told_reason!: ReturnRefusal | '';
  @Column('date') day!: string;
  /**
   * When the last return arrived that this row counts; null in anonymous sessions, and for returns
   * without a valid proof.
   */
  @Column('timestamptz', { nullable: true }) last_at!: Date | null;
  @Column({ type: 'integer', default: 1 }) times!: number;
}
