import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type {
  ParticipationState,
  RejectionCategory,
} from '../../../contracts/enrolment/participations';
import { Session } from './session.entity';
import type { TransitionAction } from './participation.rule';
import { Participation } from './participation.entity';

/**
 * A postponed decision: it is possible in the state that the roster of an anonymous session shows,
 * but not in the participation's current state (docs/decisions/participant-decisions.md). A
 * participation has at most one postponed decision, whose result the roster already shows. A later
 * decision replaces the postponed decision.
 */
@Entity({ schema: 'research', name: 'pending_decision' })
@Index('pending_decision_session', ['session_id'])
@Index('pending_decision_judged_on', ['judged_on'])
export class PendingDecision {
  @PrimaryColumn('uuid') participation_id!: string;
  @ManyToOne(() => Participation, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'participation_id',
    foreignKeyConstraintName: 'pending_decision_participation_id_fkey',
  })
  participation?: Relation<Participation>;
  /**
   * The session on whose roster the decision was made; the participation may have moved to another
   * session since.
   */
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'pending_decision_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') action!: TransitionAction;
  /**
   * The state to which the decision leads. The rosters already show it, until the decision is
   * checked again.
   */
  @Column('text') to_state!: ParticipationState;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { nullable: true }) category!: RejectionCategory | null;
  @Column('timestamptz') decided_at!: Date;
  /** The day (UTC) on which the decision is checked again. */
  @Column('date') judged_on!: string;
}
