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
import type { OidcProvider } from '../../../contracts/authentication/identities';
import { Account } from '../../access/accounts/account.entity';

/** A sign-in at an OpenID provider that is in progress, or the linking of an identity there. */
@Entity({ schema: 'identity', name: 'oidc_flow' })
@Index('oidc_flow_key', ['key_hash'], { unique: true })
@Index('oidc_flow_account', ['account_id'])
@Index('oidc_flow_expiry', ['expires_at'])
@Check('oidc_flow_purpose_check', `purpose IN ('sign-in', 'link')`)
export class OidcFlow {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') key_hash!: Buffer;
  @Column('text') provider!: OidcProvider;
  @Column('text') purpose!: 'sign-in' | 'link';
  @Column('uuid', { nullable: true }) account_id!: string | null;
  @ManyToOne(() => Account, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'oidc_flow_account_id_fkey' })
  account?: Relation<Account> | null;
  @Column('boolean') remember!: boolean;
  @Column('boolean') is_researcher!: boolean;
  /**
   * Whether the provider must authenticate the person again, even if they have an open session
   * there.
   */
  @Column('boolean', { default: false }) fresh!: boolean;
  @Column('bytea', { nullable: true }) invitation_hash!: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
