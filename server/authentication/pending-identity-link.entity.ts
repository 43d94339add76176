import {
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
 * A proven identity that waits until the holder of the account with the same email address has
 * signed in.
 */
@Entity({ schema: 'identity', name: 'pending_identity_link' })
@Index('pending_identity_link_token', ['token_hash'], { unique: true })
@Index('pending_identity_link_account', ['account_id'])
@Index('pending_identity_link_expiry', ['expires_at'])
export class PendingIdentityLink {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') token_hash!: Buffer;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'pending_identity_link_account_id_fkey',
  })
  account?: Relation<Account>;
  @Column('text') provider!: IdentityProvider;
  @Column('text') issuer!: string;
  @Column('text') subject!: string;
  @Column('timestamptz') expires_at!: Date;
}
