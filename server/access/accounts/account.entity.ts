import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Language } from '../../../contracts/base/languages';

/**
 * A person's identity (docs/domain.md, 1). Several people may register the same address, and each
 * registration is one row with the status NEW. When the address is verified, one of them becomes
 * ACTIVE; only one ACTIVE account may have an address.
 */
@Entity({ schema: 'identity', name: 'account' })
@Index('account_active_email', { synchronize: false })
@Index('account_new_email', { synchronize: false })
@Index('account_unverified', { synchronize: false })
@Index('account_deletion', { synchronize: false })
@Index('account_organization', { synchronize: false })
@Index('account_said', { synchronize: false })
@Index('account_name', ['last_name', 'first_name', 'id'])
@Check('account_language', `language ~ '^[a-z]{2}(-[A-Z]{2})?$'`)
@Check('account_region', `region ~ '^([A-Z]{2}|[0-9]{3})$'`)
@Check('account_role_check', `role IN ('ADMINISTRATOR')`)
@Check('account_status_check', `status IN ('NEW', 'ACTIVE')`)
export class Account {
  @PrimaryColumn('uuid') id!: string;
  /** The email address in lower case. */
  @Column('text') email!: string;
  @Column('text') first_name!: string;
  @Column('text') last_name!: string;
  /** The argon2id hash of the password; null for an account without a password. */
  @Column('text', { nullable: true }) password_hash!: string | null;
  @Column('text', { nullable: true }) role!: 'ADMINISTRATOR' | null;
  @Column('boolean') is_researcher!: boolean;
  @Column('text', { nullable: true }) organization!: string | null;
  @Column('text', { nullable: true }) organization_ror_id!: string | null;
  @Column('text', { nullable: true }) interests!: string | null;
  /**
   * Whether an administrator approved the account holder as a researcher; null while the review is
   * pending.
   */
  @Column('boolean', { nullable: true }) researcher_privilege!: boolean | null;
  @Column('text') status!: 'NEW' | 'ACTIVE';
  @Column('text') language!: Language;
  /**
   * The time zone of the browser at the registration or at a sign-in, such as `Europe/Berlin`; null
   * if no browser sent one.
   */
  @Column('text', { nullable: true }) zone!: string | null;
  /**
   * A country (ISO 3166-1) or a region of three digits (UN M49), which determines how dates and
   * times are written.
   */
  @Column('text', { nullable: true }) region!: string | null;
  @Column('timestamptz', { nullable: true }) deletion_at!: Date | null;
  @Column('timestamptz', { nullable: true }) deletion_reminded_at!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  /** When an administrator disabled the account; sign-ins to a disabled account are refused. */
  @Column('timestamptz', { nullable: true }) disabled_at!: Date | null;
}
