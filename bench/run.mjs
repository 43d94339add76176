// npm run bench: measures the built product, and compares each figure with what bare programs reach
// on the same machine in the same run.
// npm run bench -- rush spread churn decide money killed aftermath webhooks start browse live dashboard
// flood trials finish seal export resume frame upload files idle   only these;  --quick   fewer rounds
// node --cpu-prof --cpu-prof-dir=DIR bench/run.mjs rush   CPU profiles of the driver and of
// every program
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { runStep } from '../scripts/lib/progress.mjs';

/** The measurements of bench/resources. */
const RESOURCES = ['upload', 'files'];
const PARTS = [
  ...['rush', 'spread', 'churn', 'decide', 'money', 'killed', 'aftermath', 'webhooks'],
  ...['start', 'browse', 'live', 'dashboard', 'flood'],
  ...['trials', 'finish', 'seal', 'export', 'resume', 'frame'],
  ...RESOURCES,
  'idle',
];
/** The measurements that run in a browser and need the built pages. */
const WITH_PAGES = ['dashboard', 'resume', 'frame'];

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => !PARTS.includes(name));
  if (unknown) throw new Error(`There is no measurement "${unknown}": ${PARTS.join(', ')}`);
  await ensureInstalled();
  const { systemLoad } = await import('./lib/figures.mjs');
  const { printTable } = await import('./lib/table.mjs');
  const chosen = positionals.length > 0 ? positionals : PARTS;
  await build({ web: chosen.some((name) => WITH_PAGES.includes(name)) });

  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.versions.node}, ` +
      `load ${systemLoad()} before the start. ` +
      `Driver, server and PostgreSQL share the machine.`,
  );
  const lines = [];
  const notes = [];
  for (const name of chosen) {
    const { [name]: measure } = await import(
      `./${RESOURCES.includes(name) ? 'resources/' : ''}${name}.mjs`
    );
    const result = await runStep(`measuring ${name}`, () => measure({ quick: values.quick }));
    lines.push(...result.lines);
    notes.push(...result.notes);
  }
  console.log();
  printTable(lines);
  console.log(`\n${notes.join('\n')}`);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : String(error));
  process.exitCode = 1;
});
