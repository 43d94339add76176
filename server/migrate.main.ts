import 'reflect-metadata';
import { readConfig } from './config';
import { migrateDatabase } from './migrate';
import { fillOrganizations } from './researchers/organizations/fill-organizations';

/**
 * `node dist/server/migrate.main.js`: migrates the configured database and updates its list of
 * universities.
 */
async function main() {
  const config = readConfig();
  const { ran, recorded } = await migrateDatabase(config.migrationDatabaseUrl, config.databaseUrl);
  const { added, changed, removed } = await fillOrganizations(config.migrationDatabaseUrl);
  if (added + changed + removed > 0)
    process.stdout.write(`universities: ${added} added, ${changed} changed, ${removed} removed\n`);
  if (recorded)
    process.stdout.write('the database has all tables of the baselines: recorded as done\n');
  process.stdout.write(
    ran.length > 0 ? `migrated: ${ran.join(', ')}\n` : 'the database is up to date\n',
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
