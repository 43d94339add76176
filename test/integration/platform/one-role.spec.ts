/** @lane quick */
import { Client } from 'pg';
import { migrations } from '../../../migrations/all';
import {
  connect,
  functionRoles,
  groupRoles,
  migrationOptions,
} from '../../../server/platform/db/database';
import { createDatabaseRoles } from '../../../server/platform/db/roles';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';

const owner = 'commonlab_test_one_role';
let engines: TestDatabases;
let administrator: Client;

/** Makes the product's roles with a role that has `CREATEROLE` but is no superuser. */
beforeAll(async () => {
  engines = await cloneDatabase({ migrationDatabaseUrl: 'postgres://any/template1' });
  administrator = new Client({ connectionString: engines.migrationDatabaseUrl });
  await administrator.connect();
  const { rows } = await administrator.query<{ name: string }>('SELECT current_database() AS name');
  await administrator.query(`
    DROP ROLE IF EXISTS ${owner};
    CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'one';
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    ALTER DATABASE "${rows[0]?.name}" OWNER TO ${owner}`);
  for (const role of [...groupRoles, ...functionRoles])
    await administrator.query(
      `GRANT ${role} TO ${owner} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`,
    );
});
afterAll(async () => {
  await administrator?.query(`DROP OWNED BY ${owner} CASCADE`);
  await administrator?.query(`DROP ROLE IF EXISTS ${owner}`).catch(() => undefined);
  await administrator?.end();
  await engines?.drop();
});

it('The migrations accept database roles that somebody else has created and granted beforehand', async () => {
  const given = `${owner}_given`;
  const url = new URL(engines.migrationDatabaseUrl);
  url.username = given;
  url.password = 'given';
  await administrator.query(
    `DROP ROLE IF EXISTS ${given}; CREATE ROLE ${given} LOGIN PASSWORD 'given'`,
  );
  try {
    for (const role of [...groupRoles, ...functionRoles])
      await administrator.query(`GRANT ${role} TO ${given}`);
    await expect(createDatabaseRoles(url.href, url.href)).resolves.toBeUndefined();
  } finally {
    await administrator.query(`DROP ROLE ${given}`);
  }
});

it('The migrations run when the application signs in as the owner, who is no superuser', async () => {
  const url = new URL(engines.migrationDatabaseUrl);
  url.username = owner;
  url.password = 'one';
  await createDatabaseRoles(url.href, url.href);
  const source = await connect(migrationOptions(url.href, [], migrations));
  try {
    expect(await source.runMigrations()).toHaveLength(migrations.length);
  } finally {
    await source.destroy();
  }
});
