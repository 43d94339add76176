// npm run objects:verify: hashes all stored files and compares the hashes with those in the
// database of DATABASE_URL, or in the embedded database, which it starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/objects-verify.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
