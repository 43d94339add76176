// npm run sbom [-- FILE]: writes, as CycloneDX JSON, a list of everything that is shipped: the
// packages that the programs load, those that are built into the web app, the libraries that
// studies get, and files of other projects in the repository.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './paths.mjs';
import {
  packagesImportedBy,
  componentNameOf,
  copiedComponents,
  shippedComponentsOf,
} from './sbom.mjs';

const file = process.argv[2] ?? join(ROOT, 'sbom.cdx.json');
await ensureInstalled();

const own =
  /** @type {{ dependencies: Record<string, string>, optionalDependencies: Record<string, string> }} */ (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  );
const sources = readdirSync(join(ROOT, 'web', 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$|^test\//.test(path))
  .map((path) => readFileSync(join(ROOT, 'web', 'src', path), 'utf8'));
const shipped = new Set([
  ...Object.keys(own.dependencies),
  ...Object.keys(own.optionalDependencies),
  ...sources.flatMap(packagesImportedBy),
]);

const { stdout } = await promisify(execFile)(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { cwd: ROOT, maxBuffer: 100_000_000 },
);
const bom = shippedComponentsOf(
  /** @type {import('./sbom.mjs').Bom} */ (JSON.parse(stdout)),
  (name) => shipped.has(name),
);
const names = new Set(bom.components.map(componentNameOf));
const missing = Object.keys(own.dependencies).filter((name) => !names.has(name));
if (missing.length > 0) throw new Error(`npm sbom knows nothing of ${missing.join(', ')}`);
bom.components.push(...copiedComponents);
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
process.stdout.write(`${bom.components.length} packages in ${file}\n`);
