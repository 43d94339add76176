import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentHash, filesBelow } from '../compile.mjs';
import { readJson, writeAtomic } from '../processes/state.mjs';
import { circularImportsOf } from './shared-chunks.mjs';
import {
  listFilesToPreload,
  runnerBudgetFaults,
  budgetFaults,
  readManifest,
} from './web-budget.mjs';

const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.map',
  '.xml',
]);
const INPUTS = ['web', 'contracts', 'locales', 'package.json'];

/** Lists the files and tools on which the result of the build depends. @param {string} root */
const inputsOf = (root) => [
  ...INPUTS,
  ...filesBelow(root, 'scripts/lib/web').filter((file) => !file.endsWith('.spec.mjs')),
];

/**
 * Quality 9 takes six times as long as 8 and saves a thousandth of the bytes, and the first start of
 * the product waits for it.
 */
const brotliQuality = 8;

/**
 * Writes a .br and a .gz file beside every asset that compresses well, so that no request has to
 * wait for compression.
 * @param {string} dir
 */
async function compressAssets(dir) {
  const files = filesBelow(dir, '.').filter(
    (file) => COMPRESSIBLE.has(extname(file)) && !file.endsWith('.map'),
  );
  await Promise.all(
    files.map(async (file) => {
      const at = join(dir, file);
      const content = await readFile(at);
      if (content.length < 1024) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      if (br.length < content.length) await writeFile(`${at}.br`, br);
      if (gz.length < content.length) await writeFile(`${at}.gz`, gz);
    }),
  );
  return files.length;
}

/**
 * @param {string} root @param {string} out
 * @param {string[]} more further arguments for `vite build`
 */
export function runVite(root, out, ...more) {
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vite/bin/vite.js'),
        'build',
        '--outDir',
        out,
        '--logLevel',
        'warn',
        ...more,
      ],
      {
        cwd: join(root, 'web'),
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          NODE_ENV: 'production',
          NO_COLOR: '1',
          VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
        },
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += chunk));
    child
      .on('error', reject)
      .on('close', (code) =>
        code === 0
          ? resolve(undefined)
          : reject(new Error(`The web app did not build:\n${said.trim()}`)),
      );
  });
}

/**
 * Builds the web app into `<out>/web` if it or the contracts changed.
 * @throws Error if a page exceeds its size limit (docs/decisions/web-app.md)
 * @param {{ root: string, out: string }} where
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function buildWeb({ root, out }) {
  const config = ['vite.config.ts', 'vite.config.mts', 'vite.config.mjs'].find((name) =>
    existsSync(join(root, 'web', name)),
  );
  if (!config) return false;
  const dir = join(out, 'web');
  const ledger = join(out, '.web.json');
  const inputs = await contentHash(root, inputsOf(root));
  /** @type {{ inputs: string } | undefined} */
  const before = readJson(ledger);
  if (before?.inputs === inputs && existsSync(join(dir, 'index.html'))) return false;
  await runVite(root, dir, '--emptyOutDir');
  const others = ['runner', 'frame', 'jatos', 'psychojs'].map((one) => `${one}.config.mts`);
  await Promise.all(
    others
      .filter((file) => existsSync(join(root, 'web', file)))
      .map((file) => runVite(root, dir, '--config', file)),
  );
  const circles = circularImportsOf(readManifest(dir));
  if (circles.length)
    throw new Error(`Files of the web app need each other:\n${circles.join('\n')}`);
  const heavy = [...budgetFaults(dir), ...runnerBudgetFaults(dir)];
  if (heavy.length) throw new Error(`The web app is too heavy:\n${heavy.join('\n')}`);
  const theme = join(dir, 'theme.js');
  const words = JSON.stringify(listFilesToPreload(dir)).slice(1, -1);
  await writeFile(
    theme,
    (await readFile(theme, 'utf8')).replace('/* ahead */', () => words),
  );
  await compressAssets(dir);
  writeAtomic(ledger, JSON.stringify({ inputs }), 0o644);
  return true;
}
