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
import { SamlConnection } from './connections/saml-connection.entity';

/** A SAML AuthnRequest that waits for the provider's response. */
@Entity({ schema: 'identity', name: 'saml_request' })
@Index('saml_request_connection', ['connection_id'])
@Index('saml_request_expiry', ['expires_at'])
@Check('saml_request_purpose_check', `purpose IN ('sign-in', 'test')`)
export class SamlRequest {
  /** The ID of the AuthnRequest. */
  @PrimaryColumn('text') id!: string;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'connection_id',
    foreignKeyConstraintName: 'saml_request_connection_id_fkey',
  })
  connection?: Relation<SamlConnection>;
  @Column('text') purpose!: 'sign-in' | 'test';
  @Column('text') relay_state!: string;
  /**
   * Whether the provider must authenticate the person again (ForceAuthn), and must state that it
   * did.
   */
  @Column('boolean', { default: false }) fresh!: boolean;
  /**
   * The time at which the waiting change was requested, if this request tests that change. Null for
   * a test of the settings in force, and for a sign-on.
   */
  @Column('timestamptz', { nullable: true }) waiting_since!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** An assertion that was already used: the SHA-256 of its issuer and ID. */
@Entity({ schema: 'identity', name: 'saml_assertion' })
@Index('saml_assertion_expiry', ['expires_at'])
export class SamlAssertion {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('timestamptz') expires_at!: Date;
}

/** The code with which the browser returns to the web app, which exchanges it for a token. */
@Entity({ schema: 'identity', name: 'saml_code' })
@Index('saml_code_connection', ['connection_id'])
@Index('saml_code_expiry', ['expires_at'])
export class SamlCode {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'saml_code_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
  /**
   * What the provider stated about the person, encrypted under the token for which the code is
   * exchanged.
   */
  @Column('bytea') person!: Buffer;
  @Column('timestamptz') expires_at!: Date;
}

/** A token of the issuer `ssoready`, which a browser gets at the end of a single sign-on. */
@Entity({ schema: 'identity', name: 'sso_token' })
@Index('sso_token_connection', ['connection_id'])
@Index('sso_token_expiry', ['expires_at'])
export class SsoToken {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('uuid') connection_id!: string;
  @ManyToOne(() => SamlConnection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'sso_token_connection_id_fkey' })
  connection?: Relation<SamlConnection>;
  /** What the provider stated about the person, encrypted under the token itself. */
  @Column('bytea') person!: Buffer;
  @Column('timestamptz') expires_at!: Date;
}
