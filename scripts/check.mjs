// npm run check: types, lint, formatting, dependency rules, gates, schema drift and unit tests, in two to four
// minutes.
import { build } from './lib/build.mjs';
import { CHECKS, runChecks } from './lib/checks/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { reportProgress } from './lib/progress.mjs';
import { runNode } from './lib/checks/run-node.mjs';

const started = performance.now();
try {
  await ensureInstalled();
  await build({ web: false });
  const unit = {
    name: 'unit tests',
    run: () =>
      runNode([
        'node_modules/jest/bin/jest.js',
        '--config',
        'jest.config.unit.cjs',
        '--maxWorkers=2',
      ]),
  };
  const { failed } = await runChecks([unit, ...CHECKS], reportProgress);
  reportProgress(
    `${failed ? `${failed} failed` : 'all well'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  reportProgress(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
