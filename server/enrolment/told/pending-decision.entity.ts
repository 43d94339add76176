import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { ParticipationState, RejectionCategory } from '../../../contracts/participations';
import { Session } from '../sessions/session.entity';
import type { Action } from '../participations/participation.rule';
import { Participation } from '../participations/participation.entity';

/**
 * A decision by what the list of an anonymous session tells, which the participation of that moment
 * did not allow (docs/decisions/0102-answers-by-what-is-told.md). The last one of a participation
 * counts: no decision leads back.
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
  /** On whose list it was decided: the participation may be in another one by now. */
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'pending_decision_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') action!: Action;
  /** What the lists tell until then. */
  @Column('text') to_state!: ParticipationState;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { nullable: true }) category!: RejectionCategory | null;
  @Column('timestamptz') decided_at!: Date;
  /** The day (UTC) from whose beginning on it is judged again. */
  @Column('date') judged_on!: string;
}
