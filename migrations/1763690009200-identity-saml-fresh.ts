import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which sign-ons had to re-authenticate the person: stored in the row, because the browser is not
 * trusted with it.
 */
export class IdentitySamlFresh1763690009200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE identity.saml_request ADD COLUMN fresh boolean NOT NULL DEFAULT false',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.saml_request DROP COLUMN fresh');
  }
}
