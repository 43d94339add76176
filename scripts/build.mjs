// npm run build: compiles contracts, server, workers and migrations into dist/ with swc, the web app
// into dist/web with Vite, and unpacks jsPsych for studies into dist/libraries; only what changed.
import { pathToFileURL } from 'node:url';
import { mkdirSync } from 'node:fs';
import { compile, programRoots } from './lib/compile.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import { buildStudyPlayer } from './lib/libraries/study-player.mjs';
import { buildLibraries } from './lib/libraries/study-libraries.mjs';
import { buildWeb } from './lib/web/web.mjs';

/** Server, workers and migrations alone. @param {{ root?: string, out?: string }} [options] */
export async function buildPrograms({ root = ROOT, out = DIST } = {}) {
  mkdirSync(out, { recursive: true });
  return step('compiling server and workers', () =>
    compile({ root, out, folders: programRoots(root) }),
  );
}

/** @param {{ root?: string, out?: string, web?: boolean }} [options] */
export async function build({ root = ROOT, out = DIST, web = true } = {}) {
  const { compiled } = await buildPrograms({ root, out });
  await step('unpacking jsPsych for studies', () => buildLibraries({ root, out }));
  await step('building the player of studies', () => buildStudyPlayer({ root, out }));
  const webBuilt = web && (await step('building the web app', () => buildWeb({ root, out })));
  return { compiled, webBuilt };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
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
}
