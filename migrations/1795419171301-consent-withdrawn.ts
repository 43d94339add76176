import type { MigrationInterface, QueryRunner } from 'typeorm';

const document = (added: string) => `
  CREATE OR REPLACE VIEW research.consent_document WITH (security_invoker = true) AS
    SELECT id, study_id, version, state, title, kind, body_markdown, sha256, created_at${added}
    FROM research.consent;`;

/**
 * A version of a consent form that was withdrawn says when and why, and the sessions that use it
 * cannot be open (docs/domain.md, 3). Mails quote the reason, so the role that addresses them reads
 * consent forms.
 */
export class ConsentWithdrawn1795419171301 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.consent ADD COLUMN withdrawn_at timestamptz, ADD COLUMN withdrawn_reason text,
        ADD CONSTRAINT consent_withdrawn CHECK (
          (state = 'invalid') = (withdrawn_at IS NOT NULL)
          AND (withdrawn_at IS NULL) = (withdrawn_reason IS NULL));
      ALTER TABLE research.session ADD COLUMN consent_withdrawn boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT session_consent_withdrawn CHECK (NOT consent_withdrawn OR state IN ('paused', 'closed'));
      ${document(', withdrawn_at, withdrawn_reason')}
      GRANT SELECT ON research.consent, research.consent_document TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.consent_document;
      ${document('')}
      GRANT SELECT ON research.consent_document TO commonlab_app;
      REVOKE SELECT ON research.consent FROM commonlab_link;
      ALTER TABLE research.session DROP CONSTRAINT session_consent_withdrawn, DROP COLUMN consent_withdrawn;
      ALTER TABLE research.consent DROP CONSTRAINT consent_withdrawn, DROP COLUMN withdrawn_at, DROP COLUMN withdrawn_reason;
    `);
  }
}
