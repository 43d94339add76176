// npm run sso:trust: lists the waiting changes of single sign-on connections.
// npm run sso:trust -- CONNECTION ASKED_AT: puts the waiting change of a connection in force;
// ASKED_AT is the time in the list.
// Uses the database of DATABASE_URL, or the embedded database, which it starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/sso-trust.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
