import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which sign-ons had to prove the person anew: the row says so, not the browser. */
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
