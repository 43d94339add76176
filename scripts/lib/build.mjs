import { mkdirSync } from 'node:fs';
import { compileChangedFiles, programRoots } from './compile.mjs';
import { DIST, ROOT } from './paths.mjs';
import { runStep } from './progress.mjs';
import { buildStudyPlayer } from './libraries/study-player.mjs';
import { unpackLibraries } from './libraries/study-libraries.mjs';
import { buildWeb } from './web/web.mjs';

/**
 * Builds only the server, the workers and the migrations.
 * @param {{ root?: string, out?: string }} [options]
 */
export async function buildPrograms({ root = ROOT, out = DIST } = {}) {
  mkdirSync(out, { recursive: true });
  return runStep('compiling server and workers', () =>
    compileChangedFiles({ root, out, folders: programRoots(root) }),
  );
}

/**
 * Builds everything except the web app. Only the servers need the web app.
 * @param {{ root?: string, out?: string }} [options]
 */
async function buildRest({ root = ROOT, out = DIST } = {}) {
  const { compiled } = await buildPrograms({ root, out });
  await runStep('unpacking jsPsych for studies', () => unpackLibraries({ root, out }));
  await runStep('building the player of studies', () => buildStudyPlayer({ root, out }));
  return compiled;
}

/**
 * Builds the web app, and reports the progress of this step.
 * @param {{ root?: string, out?: string }} options
 */
const webOf = ({ root = ROOT, out = DIST }) =>
  runStep('building the web app', () => buildWeb({ root, out }));

/**
 * Builds the product, by default with the web app.
 * @param {{ root?: string, out?: string, web?: boolean }} [options]
 */
export async function build({ web = true, ...where } = {}) {
  const compiled = await buildRest(where);
  return { compiled, webBuilt: web && (await webOf(where)) };
}

/**
 * Builds the programs and returns as soon as they can run. The web app is built meanwhile;
 * `webBuilt` resolves when it is complete.
 * @returns {Promise<{ webBuilt: Promise<unknown> }>}
 */
export async function buildWithoutAwaitingWeb() {
  await buildRest();
  const webBuilt = webOf({});
  // The servers wait for `webBuilt` and report its failure. Until they do, the failure must not end
  // the process as an unhandled rejection.
  webBuilt.catch(() => {});
  return { webBuilt };
}
