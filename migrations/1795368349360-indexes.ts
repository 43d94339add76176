import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

/** The definition of each index, by its name. */
const added: Record<string, string> = {
  // The data export and the purge look for the agreements of one person.
  'research.agreement_person': 'ON research.agreement (study_id, pseudonym)',
  // Retention (docs/personal-data.md): each of its statements finds its rows by an index.
  'platform.mail_claimed': 'ON platform.mail (claimed_at)',
  'platform.mail_account': 'ON platform.mail (account_id) WHERE account_id IS NOT NULL',
  'identity.account_unverified': "ON identity.account (created_at) WHERE status = 'NEW'",
  'identity.password_reset_expiry': 'ON identity.password_reset (expires_at)',
  'identity.verification_expiry': 'ON identity.verification (expires_at)',
  'identity.passkey_registration_expiry': 'ON identity.passkey_registration (expires_at)',
  'identity.totp_unconfirmed': 'ON identity.totp (created_at) WHERE confirmed_at IS NULL',
  // Beside account_active_email; together they are account_email, without keeping an address twice.
  'identity.account_new_email': "ON identity.account (email) WHERE status = 'NEW'",
};
const dropped: Record<string, string> = {
  'identity.account_email': 'ON identity.account (email)',
  'research.participation_person': 'ON research.participation (study_id, pseudonym)',
  'research.participation_once_a_study':
    'ON research.participation (study_id, pseudonym) WHERE exclusive',
};

/**
 * Indexes for retention, data export and purge, and three that repeat others gone. One index on the
 * busiest table does the work of two: its third column is null where a study allows one participation
 * a person, and nulls are equal, so that the pair is unique there; elsewhere it is the row's own id.
 */
export class Indexes1795368349360 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(added))
      await createIndexConcurrently(db, name, definition);
    await createIndexConcurrently(
      db,
      'research.participation_of_person',
      'ON research.participation (study_id, pseudonym, (CASE WHEN NOT exclusive THEN id END)) NULLS NOT DISTINCT',
      { unique: true },
    );
    for (const name of Object.keys(dropped)) await dropIndexConcurrently(db, name);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(dropped))
      await createIndexConcurrently(db, name, definition, {
        unique: name.endsWith('once_a_study'),
      });
    for (const name of [...Object.keys(added), 'research.participation_of_person'])
      await dropIndexConcurrently(db, name);
  }
}
