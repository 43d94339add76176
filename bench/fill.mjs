// node bench/fill.mjs DIR [PARTICIPATIONS]: makes an installation in DIR and fills it with a
// history of several years, for bench/reads.mjs. Run by hand, after npm run build.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPostgres } from '../scripts/lib/engines/postgres.mjs';
import { programPath } from '../scripts/lib/paths.mjs';
import { fillDatabase } from './lib/history.mjs';
import { openDatabase } from './lib/population.mjs';

/** Makes and fills the installation. @param {string} dir @param {number} participations */
async function main(dir, participations) {
  const postgres = await startPostgres({
    dir,
    // With these settings PostgreSQL fills the database faster, but a crash can damage it. After a
    // crash, the database must be filled again.
    settings: { fsync: 'off', max_wal_size: '16GB', shared_buffers: '1GB', work_mem: '256MB' },
  });
  try {
    await postgres.ensureDatabase('commonlab');
    await promisify(execFile)(process.execPath, [programPath('server/migrate.main')], {
      env: {
        ...process.env,
        DATABASE_URL: postgres.serverUrl(),
        MIGRATION_DATABASE_URL: postgres.ownerUrl(),
        SMTP_URL: 'smtp://127.0.0.1:1',
        SECRET_KEY: 'x'.repeat(43),
        DEMO: '0',
      },
    });
    const db = await openDatabase(postgres.ownerUrl());
    try {
      await fillDatabase(db, participations);
    } finally {
      await db.end();
    }
  } finally {
    await postgres.stop();
  }
}

const [dir, participations = '300000'] = process.argv.slice(2);
if (!dir || !(Number(participations) > 0) || Number(participations) % 30_000 !== 0)
  throw new Error('node bench/fill.mjs DIR [PARTICIPATIONS], a multiple of 30,000');
await main(dir, Number(participations));
