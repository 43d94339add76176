import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { isBaseline, migrationFiles, type MigrationFile } from './migration-files.rule';

export type Migration = new () => MigrationInterface;
const load = createRequire(__filename);

/**
 * Loads a migration.
 * @throws Error if the file exports no class whose name ends with the file's timestamp
 */
function migrationIn(folder: string, { name, timestamp }: MigrationFile): Migration {
  const exported = load(join(folder, name)) as Record<string, Migration>;
  const found = Object.values(exported).find((one) => one.name.endsWith(timestamp));
  if (!found) throw new Error(`migrations/${name} exports no class that ends with ${timestamp}`);
  return found;
}

const filesOf = (folder: string) => migrationFiles(readdirSync(folder));

/** Loads the migrations of a folder, the oldest first. */
export const migrationsIn = (folder: string): Migration[] =>
  filesOf(folder).map((file) => migrationIn(folder, file));

/** The migrations of this folder, the oldest first. */
export const migrations: Migration[] = migrationsIn(__dirname);

/** The names of the baseline migrations, which replace the squashed ones (folded-migrations.ts). */
export const baselines: string[] = filesOf(__dirname)
  .filter(isBaseline)
  .map((file) => migrationIn(__dirname, file).name);
