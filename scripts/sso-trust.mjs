// npm run sso:trust: lists the pending changes of single sign-on; npm run sso:trust -- CONNECTION
// puts the change of one connection into force. Both use the database of DATABASE_URL or the
// embedded one, which the program starts if necessary.
import { runOnDatabase } from './lib/services/on-database.mjs';

runOnDatabase('server/sso-trust.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
