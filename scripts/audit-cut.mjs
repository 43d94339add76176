// npm run audit:cut -- --before YYYY-MM: deletes the months before the given one from the audit
// log. It connects as the owner of the tables: with MIGRATION_DATABASE_URL, or to the embedded
// database, which it starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/audit-cut.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
