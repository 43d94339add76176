// npm run ledger:verify [-- --head SEQUENCE:SEAL]: verifies the ledger, in the database of DATABASE_URL
// or in the embedded one, which it starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

const words = process.argv.slice(2);
const verified =
  words.length > 2
    ? Promise.reject(new Error('Usage: npm run ledger:verify [-- --head SEQUENCE:SEAL]'))
    : runOnDatabase('server/ledger-verify.main', words, { mustExist: true });
verified.then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
