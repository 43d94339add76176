// npm run secret:rotate: decrypts all encrypted data of the database, and encrypts it under the
// present SECRET_KEY. Connects as the database's owner: to MIGRATION_DATABASE_URL or, without it,
// to the embedded database, which the program starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/secret-rotate.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
