import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { capabilities } from '../../../server/contexts';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { startApp, type RunningApp } from '../../support/app/app';

export interface Undoing {
  readonly run: RunningApp;
  /** Runs and undoes the migrations. */
  readonly source: DataSource;
  /** A connection as the owner of the database. */
  readonly owner: Client;
  close(): Promise<void>;
}

/** An application of its own, because its migrations are undone. */
export async function openUndoing(): Promise<Undoing> {
  const run = await startApp();
  const url = run.engines.migrationDatabaseUrl;
  const source = await connect(migrationOptions(url, capabilities.entities, migrations));
  const owner = new Client({ connectionString: url });
  await owner.connect();
  return {
    run,
    source,
    owner,
    close: async () => {
      await owner.end();
      await source.destroy();
      await run.close();
    },
  };
}
