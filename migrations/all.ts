import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { migrationFiles, type MigrationFile } from './migration-files.rule';

type Migration = new () => MigrationInterface;
const load = createRequire(__filename);

/** @throws Error where the file exports no class whose name ends with the file's timestamp */
function migrationIn({ name, timestamp }: MigrationFile): Migration {
  const exported = load(join(__dirname, name)) as Record<string, Migration>;
  const found = Object.values(exported).find((one) => one.name.endsWith(timestamp));
  if (!found) throw new Error(`migrations/${name} exports no class that ends with ${timestamp}`);
  return found;
}

/** Each migration of this folder, the oldest first. */
export const migrations: Migration[] = migrationFiles(readdirSync(__dirname)).map(migrationIn);
