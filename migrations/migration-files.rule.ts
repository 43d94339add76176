/** Files of this folder that are not migrations, without their ending. */
const helpers = new Set([
  'all',
  'concurrent-index',
  'folded-fingerprint',
  'folded-migrations',
  'migration-files.rule',
]);
const isSource = (name: string): boolean => /(?<!\.d)\.[jt]s$/.test(name) && !/\.spec\./.test(name);

export interface MigrationFile {
  readonly name: string;
  /** Milliseconds since 1970, as TypeORM reads them from the end of the class's name. */
  readonly timestamp: string;
}

/** Whether it makes the tables of a context as they were at the first release. */
export const isBaseline = ({ name }: MigrationFile): boolean => /-baseline\.[jt]s$/.test(name);

/**
 * The migrations among the files of the folder, the oldest first.
 * @param names of files, sources or compiled
 * @throws Error for a file without a timestamp at the beginning of its name, and for two with the same one
 */
export function migrationFiles(names: readonly string[]): MigrationFile[] {
  const files = names
    .filter((name) => isSource(name) && !helpers.has(name.replace(/\.[jt]s$/, '')))
    .map((name) => ({ name, timestamp: /^(\d{13})-/.exec(name)?.[1] ?? '' }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [i, { name, timestamp }] of files.entries()) {
    if (timestamp === '')
      throw new Error(`migrations/${name} does not begin with a timestamp of 13 digits`);
    if (files[i - 1]?.timestamp === timestamp)
      throw new Error(`migrations/${name} has the timestamp of migrations/${files[i - 1]?.name}`);
  }
  return files;
}
