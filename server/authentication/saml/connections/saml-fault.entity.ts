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
import { SamlConnection } from './saml-connection.entity';

/** How often sign-ons through a connection were refused for one reason on one day (UTC). */
@Entity({ schema: 'identity', name: 'saml_fault' })
@Index('saml_fault_once', ['connection_id', 'code', 'day'], { unique: true })
@Index('saml_fault_day', ['day', 'id'])
@Check('saml_fault_count_check', 'count > 0')
export class SamlFault {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'saml_fault_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
  /** A fault of saml-error.ts. */
  @Column('text') code!: string;
  @Column('date') day!: string;
  @Column('integer') count!: number;
  /**
   * The time of the last refusal, to the minute: an exact time would help to identify the person.
   */
  @Column('timestamptz') last_at!: Date;
  @Column('text') last_request_id!: string;
}
