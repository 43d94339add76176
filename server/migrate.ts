import { DataSource } from 'typeorm';
import { migrations } from '../migrations/all';
import { entities } from './entities';
import { connect, migrationOptions } from './platform/database';
import { migrateQueues } from './platform/queues';
import { bootstrapRoles } from './platform/roles';

const advisoryLock = 0x434c4d47; // "CLMG"

/** Roles, our migrations, and the tables of the queue engine on PostgreSQL. One at a time, however many processes start together. */
export async function migrate(ownerUrl: string, applicationUrl: string): Promise<string[]> {
  const source = await connect(migrationOptions(ownerUrl, entities, migrations));
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await bootstrapRoles(ownerUrl, applicationUrl);
    const done = await source.runMigrations();
    await migrateQueues(ownerUrl);
    return done.map((m) => m.name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
    await lock.release();
    await source.destroy();
  }
}

/** What TypeORM would still change to make the tables look like the entities: must be empty. */
export async function drift(ownerUrl: string): Promise<string[]> {
  const source: DataSource = await connect(migrationOptions(ownerUrl, entities, migrations));
  try {
    const sql = await source.driver.createSchemaBuilder().log();
    return sql.upQueries.map((q) => q.query);
  } finally {
    await source.destroy();
  }
}
