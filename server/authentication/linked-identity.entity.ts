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
import type { IdentityProvider } from '../../contracts/authentication/identities';
import { Account } from '../access/accounts/account.entity';

/**
 * An identity at an OpenID provider or at an organization, with which its owner signs in to an
 * account.
 */
@Entity({ schema: 'identity', name: 'identity' })
@Index('identity_subject', ['issuer', 'subject'], { unique: true })
@Index('identity_one_each', ['account_id', 'provider'], { unique: true })
@Check('identity_provider_check', `provider IN ('google', 'microsoft', 'orcid', 'ssoready')`)
export class LinkedIdentity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'identity_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') provider!: IdentityProvider;
  /** OpenID: the `iss` claim. SAML: the identity provider's entity id. */
  @Column('text') issuer!: string;
  @Column('text') subject!: string;
  /**
   * True if this identity created the account, and only an unverified statement of the provider
   * connects it with the email address. The owner of the address may be another person.
   */
  @Column('boolean', { default: false }) unproven!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
