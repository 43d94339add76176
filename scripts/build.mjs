// npm run build: compiles contracts, server, workers and migrations into dist/ with swc, builds the
// web app into dist/web with Vite, and unpacks jsPsych for studies into dist/libraries. It repeats
// only the steps whose sources changed.
import { build } from './lib/build.mjs';

const started = performance.now();
try {
  const { compiled, webBuilt } = await build({ web: !process.argv.includes('--no-web') });
  const done = [
    compiled ? `${compiled} files compiled` : 'nothing to compile',
    webBuilt ? 'web app built' : 'web app unchanged',
  ];
  process.stdout.write(
    `${done.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
