import 'reflect-metadata';
import { migrations } from '../migrations/all';
import { readConfig } from './config';
import { capabilities } from './contexts';
import { findSchemaDrift, migrateDatabase } from './migrate';
import { connect, migrationOptions } from './platform/db/database';

/**
 * `node dist/server/drift.main.js` on an empty database: runs all migrations, reverts them and runs
 * them again. Then the tables must match the entities.
 */
async function main() {
  const config = readConfig();
  const owner = config.migrationDatabaseUrl;
  await migrateDatabase(owner, config.databaseUrl);
  const source = await connect(migrationOptions(owner, capabilities.entities, migrations));
  for (let i = 0; i < migrations.length; i++) await source.undoLastMigration();
  await source.destroy();
  const { ran } = await migrateDatabase(owner, config.databaseUrl);
  if (ran.length !== migrations.length)
    throw new Error(`down left ${migrations.length - ran.length} migrations behind`);
  const differences = await findSchemaDrift(owner);
  if (differences.length > 0)
    throw new Error(`entities and tables differ:\n${differences.join('\n')}`);
  process.stdout.write(`${migrations.length} migrations up, down, up; no drift\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
