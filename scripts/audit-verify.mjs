// npm run audit:verify [-- --head [SEQUENCE:]SEAL]: checks the audit log's chain, in the database
// of DATABASE_URL or in the embedded one, which it starts if necessary. `--head` is the newest
// record, as an earlier run printed it: the check reports whether the chain still contains it.
import { runOnDatabase } from './lib/services/on-database.mjs';

const noted = process.argv.slice(2);
const asked =
  noted.length > 2
    ? Promise.reject(new Error('Usage: npm run audit:verify [-- --head SEQUENCE:SEAL]'))
    : runOnDatabase('server/audit-verify.main', noted, { mustExist: true });
asked.then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
