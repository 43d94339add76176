import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from '../../enrolment/model/session.entity';

/**
 * Records that a person got the email about a session in which a run never began. A person gets at
 * most one email about each session.
 */
@Entity({ schema: 'research', name: 'told_never_began' })
export class NeverBeganNotice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'told_never_began_pkey' }) session_id!: string;
  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'session_id',
    foreignKeyConstraintName: 'told_never_began_session_id_fkey',
  })
  session?: Relation<Session>;
  /** Without a foreign key, since research data stay when an account is erased (docs/domain.md, 4). */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'told_never_began_pkey' }) account_id!: string;
}
