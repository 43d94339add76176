/** Names of files in this folder that are not migrations, without their extensions. */
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
  /**
   * The timestamp of the migration in milliseconds since 1970. TypeORM reads the same number from
   * the end of the class's name.
   */
  readonly timestamp: string;
}

/**
 * Whether the migration is a baseline, which creates the tables of a context as they were at the
 * first release.
 */
export const isBaseline = ({ name }: MigrationFile): boolean => /-baseline\.[jt]s$/.test(name);

/**
 * Returns the migrations among the files of a folder, the oldest first.
 * @param names the names of the files, sources or compiled
 * @throws Error for a file whose name does not begin with a timestamp, and for two files with the
 *   same timestamp
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
