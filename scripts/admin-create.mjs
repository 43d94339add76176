// npm run admin:create EMAIL: makes an administrator, in the database of DATABASE_URL or in the embedded one, running or not.
// npm run admin:create EMAIL -- --remove-second-factor: takes a lost second factor off instead.
import { onDatabase } from './lib/on-database.mjs';

async function main() {
  const words = process.argv.slice(2);
  const [email] = words;
  if (!email || !/^\S+@\S+$/.test(email)) throw new Error('Usage: npm run admin:create EMAIL [-- --remove-second-factor]');
  return onDatabase('server/admin.main', words);
}

main().then((code) => (process.exitCode = code), (error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
