import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { SignInMethod } from '../../../contracts/authentication/sign-ins';
import { Account } from '../../access/accounts/account.entity';

/** An authenticator app (RFC 6238). It takes effect when its first code is confirmed. */
@Entity({ schema: 'identity', name: 'totp' })
@Index('totp_unconfirmed', { synchronize: false })
export class Totp {
  @PrimaryColumn('uuid') account_id!: string;
  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'totp_account_id_fkey' })
  account?: Relation<Account>;
  /** The shared secret of the authenticator app, encrypted. */
  @Column('bytea') secret!: Buffer;
  @Column('timestamptz', { nullable: true }) confirmed_at!: Date | null;
  @Column('bigint', { nullable: true }) last_step!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}

/** A passkey: a WebAuthn credential of an account. */
@Entity({ schema: 'identity', name: 'passkey' })
@Index('passkey_credential', ['credential_id'], { unique: true })
@Index('passkey_account', ['account_id'])
export class Passkey {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkey_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') credential_id!: Buffer;
  @Column('bytea') public_key!: Buffer;
  @Column('bigint') counter!: string;
  @Column('text', { array: true }) transports!: string[];
  @Column('text') name!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) last_used_at!: Date | null;
}

@Entity({ schema: 'identity', name: 'passkey_registration' })
@Index('passkey_registration_expiry', ['expires_at'])
export class PasskeyRegistration {
  @PrimaryColumn('uuid') account_id!: string;
  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'passkey_registration_account_id_fkey',
  })
  account?: Relation<Account>;
  @Column('text') challenge!: string;
  @Column('timestamptz') expires_at!: Date;
}

@Entity({ schema: 'identity', name: 'recovery_code' })
@Index('recovery_code_hash', ['account_id', 'code_hash'], { unique: true })
export class RecoveryCode {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'recovery_code_account_id_fkey' })
  account?: Relation<Account>;
  @Column('bytea') code_hash!: Buffer;
  @Column('timestamptz', { nullable: true }) used_at!: Date | null;
}

/** A sign-in whose first factor is proven, and whose second factor is not yet proven. */
@Entity({ schema: 'identity', name: 'second_factor_challenge' })
@Index('second_factor_challenge_token', ['token_hash'], { unique: true })
@Index('second_factor_challenge_account', ['account_id'])
@Index('second_factor_challenge_expiry', ['expires_at'])
export class SecondFactorChallenge {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') token_hash!: Buffer;
  @Column('uuid') account_id!: string;
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'account_id',
    foreignKeyConstraintName: 'second_factor_challenge_account_id_fkey',
  })
  account?: Relation<Account>;
  @Column('text') method!: SignInMethod;
  @Column('text', { nullable: true }) device!: string | null;
  @Column('boolean') remembered!: boolean;
  @Column('text', { nullable: true }) passkey_challenge!: string | null;
  @Column('integer', { default: 0 }) tries!: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
