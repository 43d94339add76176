import { join } from 'node:path';
import { contentHash } from '../compile.mjs';
import { DIST, ROOT } from '../paths.mjs';
import { readJson, writeAtomic } from '../processes/state.mjs';

/**
 * Runs the migrations, unless the embedded database has already run exactly these migrations. A
 * file in the data folder of the database records a hash of the migrations, so that deleting the
 * database also deletes the record.
 * @param {string | undefined} data
 * @param {() => Promise<unknown>} migrate
 */
export async function migrateUnlessDone(data, migrate) {
  const note = data && join(data, 'commonlab-migrated');
  const inputs = await contentHash(DIST, [
    'migrations',
    'server/migrate.main.js',
    'server/migrate.js',
    'server/platform',
  ]);
  const packages = await contentHash(ROOT, ['package-lock.json']);
  /** @type {{ inputs: string } | undefined} */
  const before = note ? readJson(note) : undefined;
  if (before?.inputs === inputs + packages) return;
  await migrate();
  if (note) writeAtomic(note, JSON.stringify({ inputs: inputs + packages }));
}
