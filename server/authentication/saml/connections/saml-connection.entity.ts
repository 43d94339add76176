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
import type { PendingChangeTestResult } from './trust';
import type { PendingTrustChange } from './trust-change.rule';

/**
 * The connection to an organization's identity provider, as the provider's metadata describes it.
 */
@Entity({ schema: 'identity', name: 'saml_connection' })
@Check(
  'saml_connection_waits_since',
  '(waiting IS NULL) = (waiting_since IS NULL) AND (waiting_by IS NULL OR waiting IS NOT NULL)',
)
@Index('saml_connection_entity', ['entity_id'], { unique: true })
export class SamlConnection {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') organization!: string;
  @Column('text') entity_id!: string;
  @Column('text') sso_url!: string;
  /** The provider's certificates, each as DER in base64. */
  @Column('text', { array: true }) certificates!: string[];
  @Column('boolean') enabled!: boolean;
  /** Since when the provider may identify people; null as long as it was never enabled. */
  @Column('timestamptz', { nullable: true }) trusted_at!: Date | null;
  /**
   * A change that takes effect after a waiting period, unless an administrator stops it (trust.ts).
   */
  @Column('jsonb', { nullable: true }) waiting!: PendingTrustChange | null;
  @Column('timestamptz', { nullable: true }) waiting_since!: Date | null;
  /** The administrator who requested the change. */
  @Column('uuid', { nullable: true }) waiting_by!: string | null;
  /** The last test of the waiting change, with the time at which that change was requested. */
  @Column('jsonb', { nullable: true }) waiting_test!: PendingChangeTestResult | null;
  @Column('timestamptz', { nullable: true }) last_test_at!: Date | null;
  @Column('boolean', { nullable: true }) last_test_ok!: boolean | null;
  @Column('text', { nullable: true }) last_test_code!: string | null;
  @Column('text', { nullable: true }) last_test_detail!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}

/** A mail domain of a connection. A domain belongs to one connection at most. */
@Entity({ schema: 'identity', name: 'saml_domain' })
@Index('saml_domain_connection', ['connection_id'])
export class SamlDomain {
  @PrimaryColumn('text') domain!: string;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'saml_domain_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
}
