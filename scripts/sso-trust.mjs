// npm run sso:trust: lists the changes of single sign-on that wait; npm run sso:trust -- CONNECTION
// puts one in force. In the database of DATABASE_URL or the embedded one, whether that runs or not.
import { onDatabase } from './lib/services/on-database.mjs';

onDatabase('server/sso-trust.main', process.argv.slice(2), { mustExist: true }).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
