import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows of later contexts that name a study: each names one, and studies are never deleted. None on
 * `identity.webhook_message.study_id`, which would cost a look-up for each event of a webhook.
 */
const named = ['webhook', 'study_collaborator', 'study_invitation', 'study_offer'] as const;

/** Foreign keys to studies, and an index gone whose column is the first of another one. */
export class KeysToStudies1795689166097 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of named)
      await db.query(
        `ALTER TABLE identity.${table} ADD CONSTRAINT ${table}_study_id_fkey
         FOREIGN KEY (study_id) REFERENCES research.study (id)`,
      );
    // The same first column has research.message_once.
    await db.query('DROP INDEX research.message_participation');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX message_participation ON research.message (participation_id)');
    for (const table of named)
      await db.query(`ALTER TABLE identity.${table} DROP CONSTRAINT ${table}_study_id_fkey`);
  }
}
