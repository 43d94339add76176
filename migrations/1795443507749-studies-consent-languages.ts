import type { MigrationInterface, QueryRunner } from 'typeorm';

const document = (added: string) => `
  CREATE OR REPLACE VIEW research.consent_document WITH (security_invoker = true) AS
    SELECT id, study_id, version, state, title, kind, body_markdown, sha256, created_at,
      withdrawn_at, withdrawn_reason${added}
    FROM research.consent;`;

/**
 * A version of a consent form has texts in several languages and questions to answer before one
 * agrees; an agreement holds that they were passed (docs/decisions/consent.md).
 */
export class StudiesConsentLanguages1795443507749 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.consent ADD COLUMN locale text, ADD COLUMN comprehension jsonb,
        ADD COLUMN translations jsonb NOT NULL DEFAULT '[]';
      ${document(', locale, comprehension, translations')}
      ALTER TABLE research.agreement ADD COLUMN questions_passed integer;
      CREATE TABLE research.comprehension (
        id uuid PRIMARY KEY,
        consent_id uuid NOT NULL,
        pseudonym bytea NOT NULL,
        tries integer NOT NULL,
        passed boolean NOT NULL,
        kept_until date NOT NULL,
        CONSTRAINT comprehension_consent_id_fkey
          FOREIGN KEY (consent_id) REFERENCES research.consent (id)
      );
      CREATE UNIQUE INDEX comprehension_person ON research.comprehension (consent_id, pseudonym);
      CREATE INDEX comprehension_day ON research.comprehension (kept_until);
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.comprehension TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.comprehension;
      ALTER TABLE research.agreement DROP COLUMN questions_passed;
      DROP VIEW research.consent_document;
      ${document('')}
      GRANT SELECT ON research.consent_document TO commonlab_app, commonlab_link;
      ALTER TABLE research.consent DROP COLUMN translations, DROP COLUMN comprehension,
        DROP COLUMN locale;
    `);
  }
}
