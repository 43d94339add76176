// npm run organizations:import FILE: imports a dump of the Research Organization Registry into the
// database of DATABASE_URL or the embedded one, which it starts if necessary.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runOnDatabase } from './lib/services/on-database.mjs';

async function main() {
  const [given] = process.argv.slice(2);
  if (!given)
    throw new Error(
      'Usage: npm run organizations:import FILE  (the JSON of schema 2, or the ZIP archive, from https://doi.org/10.5281/zenodo.6347574)',
    );
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(file)) throw new Error(`There is no file ${file}`);
  return runOnDatabase('server/organizations-import.main', [file]);
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
