import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks sign-ons that had to re-authenticate the person: stored in the row, because a browser could change
 * it.
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
