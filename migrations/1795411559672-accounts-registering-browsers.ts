import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The browser in which an account was registered, by the hash of a secret that it keeps. */
export class AccountsRegisteringBrowsers1795411559672 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.verification ADD COLUMN browser_hash bytea`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.verification DROP COLUMN browser_hash`);
  }
}
