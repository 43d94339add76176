import 'reflect-metadata';
import { readConfig } from './config';
import { migrate } from './migrate';

/** `node dist/server/migrate.main.js`: brings the database of the configuration up to date. */
async function main() {
  const config = readConfig();
  const done = await migrate(config.migrationDatabaseUrl, config.databaseUrl);
  process.stdout.write(done.length > 0 ? `migrated: ${done.join(', ')}\n` : 'the database is up to date\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
