import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from '../enrolment/model/session.entity';

/**
 * The secret that proves returns to one session; the token and the codes are derived from it
 * (external-proofs.ts).
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
