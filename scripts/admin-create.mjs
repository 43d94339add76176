// npm run admin:create EMAIL: creates an administrator, in the database of DATABASE_URL or in the
// embedded one, which it starts if necessary.
// npm run admin:create EMAIL -- --remove-second-factor: removes a lost second factor instead.
// Without the `--`, npm takes the option as its own and passes it on in an environment variable.
import { runOnDatabase } from './lib/services/on-database.mjs';

async function main() {
  const removes = '--remove-second-factor';
  const given = process.argv.slice(2).filter((word) => word !== removes);
  const isRemoval =
    process.argv.includes(removes) || process.env.npm_config_remove_second_factor !== undefined;
  const words = isRemoval ? [...given, removes] : given;
  const [email] = given;
  if (!email || !/^\S+@\S+$/.test(email))
    throw new Error('Usage: npm run admin:create EMAIL [-- --remove-second-factor]');
  return runOnDatabase('server/admin.main', words, { mustExist: isRemoval });
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
