// Fails when PostgreSQL refuses an SQL statement of the server or the workers, or when the types of
// the statement's parameters or rows differ from the types in the TypeScript code (docs/stack.md).
// Needs the compiled product. Argument: the root (default: the project). SQL_TYPES_DATABASE_URL: a
// connection as the owner of a migrated database. Without this variable, this gate starts a
// database and migrates it.
import { checkMigratedDatabase } from '../lib/checks/migrated.mjs';
import { ROOT } from '../lib/paths.mjs';
import { checkStatements } from './sql-types/check.mjs';

const root = process.argv[2] ?? ROOT;

/** @param {string} url */
async function check(url) {
  const { faults, statements, calls } = await checkStatements(root, url);
  return faults.length > 0
    ? { ok: false, output: faults.join('\n') }
    : { ok: true, output: `${statements} statements of ${calls} calls have the types they say` };
}

const given = process.env.SQL_TYPES_DATABASE_URL;
const { ok, output } = await (given
  ? check(given)
  : checkMigratedDatabase('server/migrate.main', check));
process.stdout.write(`${output}\n`);
process.exitCode = ok ? 0 : 1;
