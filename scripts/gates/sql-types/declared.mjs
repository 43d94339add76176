import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadCompiled } from './compiled.mjs';

/**
 * A statement that the product generates from the declarations of its contexts.
 * @typedef {{ where: string, text: string, parameters: string[], columns: Record<string, string> }} Statement
 * parameters and columns: PostgreSQL's types
 */

/**
 * @typedef {{ table: string, where: string } | { read: unknown }} Section
 * @typedef {{ name: string, sections: readonly Section[] }} ExportFile
 */

/**
 * Collects the statements that the product generates from declarations.
 * @param {string} root
 * @returns {Statement[]} the statements of the retention job and of the data export; empty if the
 *   contexts are not compiled
 */
export function generatedSqlStatements(root) {
  const [contexts, retention] = ['server/contexts.js', 'workers/retention.job.js'].map((file) =>
    join(root, 'dist', file),
  );
  if (!contexts || !retention || !existsSync(contexts)) return [];
  const { capabilities } = /** @type {{ capabilities: { exportFiles: readonly ExportFile[] } }} */ (
    /** @type {unknown} */ (loadCompiled(contexts))
  );
  const { retentionStatements } =
    /** @type {{ retentionStatements: (of: unknown) => string[] }} */ (
      /** @type {unknown} */ (loadCompiled(retention))
    );
  return [
    ...retentionStatements(capabilities).map((statement) => ({
      where: `the retention of ${/FROM (\S+)/.exec(statement)?.[1] ?? ''}`,
      text: `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS n FROM gone
         WHERE $1::timestamptz > $2::timestamptz`,
      parameters: ['timestamptz', 'timestamptz'],
      columns: { n: 'int4' },
    })),
    ...capabilities.exportFiles.flatMap(({ name, sections }) =>
      sections.flatMap((section) =>
        'read' in section
          ? []
          : [
              {
                where: `the file ${name} of the data export`,
                text: `SELECT to_jsonb(t) - $2::text[] AS row FROM ${section.table} t
                  WHERE ${section.where} ORDER BY t`,
                parameters: ['uuid', 'text[]'],
                columns: { row: 'jsonb' },
              },
            ],
      ),
    ),
  ];
}
