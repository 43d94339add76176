import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from '../enrolment/model/session.entity';

/**
 * The secret of one session. The token of the study's server and the completion codes, which prove
 * returns to the session, are derived from it (external-proofs.ts).
 */
@Entity({ schema: 'research', name: 'external_secret' })
export class ExternalSecret {
  @PrimaryColumn('uuid') session_id!: string;
  @OneToOne(() => Session)
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'external_secret_session_id_fkey' })
  session?: Relation<Session>;
  /** The encrypted secret. */
  @Column('bytea') secret!: Buffer;
}
