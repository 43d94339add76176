// npm run secret:rotate: encrypts all encrypted data of the database again under the present
// SECRET_KEY, as the owner of the database of MIGRATION_DATABASE_URL or of the embedded one, which
// it starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/secret-rotate.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
