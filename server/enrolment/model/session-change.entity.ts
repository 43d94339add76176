import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Session } from './session.entity';

/** What happened to a session since its launch. A trigger writes it, so that no change is missed. */
@Entity({ schema: 'research', name: 'session_change' })
@Index('session_change_session', ['session_id'])
@Check(
  'session_change_what_check',
  `what IN ('launched', 'opened', 'paused', 'resumed', 'closed', 'capacity', 'closing_date', 'reward',
   'consent_withdrawn')`,
)
export class SessionChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('uuid') session_id!: string;
  @ManyToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'session_change_session_id_fkey' })
  session?: Relation<Session>;
  @Column('text') what!: string;
  /** The account that changed it; null for an automatic change. */
  @Column('uuid', { nullable: true }) changed_by!: string | null;
  @Column('text', { nullable: true }) before!: string | null;
  @Column('text', { nullable: true }) after!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
