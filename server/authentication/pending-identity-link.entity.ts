import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { IdentityProvider } from '../../contracts/identities';
import { Account } from '../access/account.entity';

/** An identity that was proven and waits for the proof of the account that has its address. */
@Entity({ schema: 'identity', name: 'proven_identity' })
@Index('proven_identity_token', ['token_hash'], { unique: true })
@Index('proven_identity_account', ['account_id'])
@Index('proven_identity_expiry', ['expires_at'])
export class ProvenIdentity {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') token_hash!: Buffer;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'proven_identity_account_id_fkey' })
  account?: Relation<Account>;
  @Column('text') provider!: IdentityProvider;
  @Column('text') issuer!: string;
  @Column('text') subject!: string;
  @Column('timestamptz') expires_at!: Date;
}
