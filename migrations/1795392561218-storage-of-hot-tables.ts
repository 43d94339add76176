import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Storage of tables that change all the time, and a bound on the times of the audit log.
 *
 * - A row that is updated in place needs room on its page: with a fill factor below 100 PostgreSQL
 *   writes the new version beside the old one and touches no index (a HOT update).
 * - Autovacuum begins by default when a fifth of a table has changed. A queue of a few rows through
 *   which millions pass, and a table of millions of rows, are cleaned too late by that.
 * - A record at 'infinity' can never be sealed, nor lie in any month: the table refuses it. Rows
 *   that are there already are not checked, since that would lock the whole log.
 */
const settings: Record<string, string> = {
  'research.session': 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05',
  'research.participation':
    'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
  'identity.token': 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02',
  'platform.rate_limit_counter': 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05',
  'platform.outbox': 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000',
  'platform.processed_event':
    'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000',
  'platform.mail': 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02',
  'identity.failed_sign_in': 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02',
};

const names = (parameters: string) =>
  parameters
    .split(',')
    .map((parameter) => parameter.split('=')[0]?.trim())
    .join(', ');

export class StorageOfHotTables1795392561218 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, parameters] of Object.entries(settings))
      await db.query(`ALTER TABLE ${table} SET (${parameters})`);
    await db.query(
      'ALTER TABLE platform.audit ADD CONSTRAINT audit_at_finite CHECK (isfinite(at)) NOT VALID',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.audit DROP CONSTRAINT audit_at_finite');
    for (const [table, parameters] of Object.entries(settings))
      await db.query(`ALTER TABLE ${table} RESET (${names(parameters)})`);
  }
}
