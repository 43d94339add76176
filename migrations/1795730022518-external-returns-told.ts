import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The answer that the sender of a return got, beside the real result: in an anonymous session they differ
 * where the participation changed since the day began (docs/decisions/participant-decisions.md).
 */
export class ExternalReturnsTold1795730022518 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.external_return
        ADD COLUMN told_result text, ADD COLUMN told_reason text;
      UPDATE research.external_return SET told_result = result, told_reason = reason;
      ALTER TABLE research.external_return
        ALTER COLUMN told_result SET NOT NULL, ALTER COLUMN told_reason SET NOT NULL,
        ADD CONSTRAINT external_return_told_result
          CHECK (told_result IN ('done', 'already', 'refused')),
        ADD CONSTRAINT external_return_told_reason
          CHECK ((told_reason = '') = (told_result <> 'refused'));
      DROP INDEX research.external_return_kind;
      CREATE UNIQUE INDEX external_return_kind ON research.external_return
        (session_id, tag, day, way, outcome, result, reason, told_result, told_reason);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.external_return_kind;
      CREATE TEMPORARY TABLE summed ON COMMIT DROP AS
        SELECT min(id::text)::uuid AS id, sum(times)::integer AS times, max(last_at) AS last_at
        FROM research.external_return
        GROUP BY session_id, tag, day, way, outcome, result, reason;
      DELETE FROM research.external_return r WHERE NOT EXISTS (
        SELECT FROM summed WHERE summed.id = r.id);
      UPDATE research.external_return r SET times = summed.times, last_at = summed.last_at
        FROM summed WHERE summed.id = r.id;
      ALTER TABLE research.external_return DROP COLUMN told_result, DROP COLUMN told_reason;
      CREATE UNIQUE INDEX external_return_kind ON research.external_return
        (session_id, tag, day, way, outcome, result, reason);
    `);
  }
}
