import type { SchemaFingerprint } from './schema-catalogue';

/**
 * The migrations that were merged into the baseline migrations (migrations/folded-migrations.ts).
 */
export interface SquashedMigrations {
  /** The names of the migrations, in the order in which they ran. */
  readonly names: readonly string[];
  /** The last commit that contains them and no later migration. */
  readonly commit: string;
  /** The fingerprint of a database in which exactly these migrations ran. */
  readonly fingerprint: SchemaFingerprint;
}

export type DatabaseRefusalCode = 'database_too_old' | 'database_unknown' | 'database_differs';

/** Thrown if this version of the server cannot work with the present state of the database. */
export class DatabaseRefusedError extends Error {
  constructor(
    readonly code: DatabaseRefusalCode,
    sentence: string,
  ) {
    super(`${code}: ${sentence} See docs/operating.md, "Migrations before the baselines".`);
  }
}

const few = (names: readonly string[]) =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

/**
 * Instructions for an operator whose database lacks some of the squashed migrations. They name the
 * commit that can still run these migrations.
 */
const bringItHere = (commit: string) =>
  `Start commit ${commit} once, which runs the missing ones, then this version again: ` +
  `git checkout ${commit.slice(0, 12)}; npm start (or npm ci, npm run build and ` +
  `node dist/server/migrate.main.js); git checkout - .`;

/**
 * Decides what to do with a database in which these migrations ran.
 * @param executed the names of the migrations that ran, the oldest first
 * @param known the names of this version's migrations, baselines included
 * @param baselines the names of those among them that replace the squashed migrations
 * @returns `record` if all squashed migrations ran but no baseline is recorded; else `continue`
 * @throws DatabaseRefusedError if some squashed migrations are missing, or if a migration ran that
 * this version does not have
 */
export function decideMigrationAction(
  executed: readonly string[],
  {
    known,
    baselines,
    folded,
  }: { known: readonly string[]; baselines: readonly string[]; folded: SquashedMigrations },
): 'continue' | 'record' {
  const mine = new Set([...known, ...folded.names]);
  const unknown = executed.filter((name) => !mine.has(name));
  if (unknown.length > 0)
    throw new DatabaseRefusedError(
      'database_unknown',
      `Migrations ran in this database that this version does not have: ${few(unknown)}. ` +
        'It belongs to a newer version, or to another branch; start that one.',
    );
  const ran = new Set(executed);
  const before = folded.names.filter((name) => ran.has(name));
  if (before.length === 0 || baselines.every((name) => ran.has(name))) return 'continue';
  const missing = folded.names.filter((name) => !ran.has(name));
  if (missing.length === 0) return 'record';
  throw new DatabaseRefusedError(
    'database_too_old',
    `This database is at migration ${before.at(-1)}, ${before.length} of the ${folded.names.length} that were ` +
      `squashed into baselines. ${bringItHere(folded.commit)}`,
  );
}

/**
 * Whether a difference in this object counts. Storage options and extensions do not count, since
 * operators may change them.
 */
const isFixed = (object: string) => !/ storage$|^extension /.test(object);

/**
 * Compares the database with what the squashed migrations made.
 * @param found the fingerprint of the database; objects that it has in addition are ignored
 * @throws DatabaseRefusedError if a table, a unique index, a view or a function is not as the
 * squashed migrations left it
 */
export function checkSchemaFingerprint(found: SchemaFingerprint, folded: SquashedMigrations): void {
  const different = Object.entries(folded.fingerprint)
    .filter(([object, digest]) => isFixed(object) && found[object] !== digest)
    .map(([object]) => object);
  if (different.length > 0)
    throw new DatabaseRefusedError(
      'database_differs',
      `All squashed migrations ran in this database, but these objects are not as they left them: ${few(different)}. ` +
        `Compare with an empty database that commit ${folded.commit} migrated, and undo the changes made by hand.`,
    );
}
