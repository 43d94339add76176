import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { readJson, writeAtomic } from './processes/state.mjs';

const TYPESCRIPT = new Set(['.ts', '.tsx']);
const NOT_BUILT = /\.(spec\.[cm]?[jt]sx?|d\.ts)$/;

/**
 * Returns the SHA-256 of a content, in base64url.
 * @param {string | Buffer} content
 */
export const sha256Base64Url = (content) =>
  createHash('sha256').update(content).digest('base64url');

/**
 * Returns every file below a folder, sorted, as paths relative to `root`.
 * @param {string} root @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(root, folder) {
  const at = join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * Returns the source folders of the programs, as nest-cli.json lists them.
 * @param {string} root
 * @returns {string[]}
 */
export function programRoots(root) {
  /** @type {{ projects: Record<string, { sourceRoot: string }> } | undefined} */
  const nest = readJson(join(root, 'nest-cli.json'));
  return Object.values(nest?.projects ?? {}).map((project) => project.sourceRoot);
}

/** @param {string} file */
const outputOf = (file) =>
  TYPESCRIPT.has(extname(file)) ? file.slice(0, -extname(file).length) + '.js' : file;

/**
 * Compiles the files whose content has changed, and removes outputs without a source. Modification
 * times do not count, since git changes them.
 * @param {{ root: string, out: string, folders: string[] }} what
 * @returns {Promise<{ compiled: number, total: number }>}
 */
export async function compileChangedFiles({ root, out, folders }) {
  const ledger = join(out, '.compiled.json');
  const optionsFile = new URL('./swc-options.cjs', import.meta.url);
  const recipe = sha256Base64Url(
    readFileSync(optionsFile, 'utf8') + readFileSync(new URL(import.meta.url), 'utf8'),
  );
  /** @type {{ recipe: string, files: Record<string, string> } | undefined} */
  const before = readJson(ledger);
  const known = before?.recipe === recipe ? before.files : {};

  const files = folders
    .flatMap((folder) => filesBelow(root, folder))
    .filter((file) => !NOT_BUILT.test(file));
  /** @type {Record<string, string>} */
  const now = {};
  /** @type {{ file: string, source: Buffer }[]} */
  const changed = [];
  for (const file of files) {
    const source = readFileSync(join(root, file));
    now[file] = sha256Base64Url(source);
    if (known[file] !== now[file] || !existsSync(join(out, outputOf(file))))
      changed.push({ file, source });
  }
  for (const file of Object.keys(before?.files ?? {})) {
    if (now[file]) continue;
    const output = join(out, outputOf(file));
    for (const gone of [output, `${output}.map`]) rmSync(gone, { force: true });
  }
  if (changed.length > 0) {
    // Removes the changed files from the record of compiled files before the build. If the build
    // fails, the outputs of these files are incomplete. The next build then compiles the files
    // again, even if their sources were changed back.
    const rest = { ...known };
    for (const { file } of changed) delete rest[file];
    mkdirSync(out, { recursive: true });
    writeAtomic(ledger, JSON.stringify({ recipe, files: rest }), 0o644);
    const swc = changed.some(({ file }) => TYPESCRIPT.has(extname(file)))
      ? await import('@swc/core')
      : undefined;
    /** @type {unknown} */
    const loaded = createRequire(import.meta.url)('./swc-options.cjs');
    const { swcOptions } = /** @type {typeof import('./swc-options.cjs')} */ (loaded);
    await Promise.all(
      changed.map(async ({ file, source }) => {
        const output = join(out, outputOf(file));
        await mkdir(dirname(output), { recursive: true });
        if (!swc || !TYPESCRIPT.has(extname(file))) return copyFile(join(root, file), output);
        const result = await swc.transform(source.toString('utf8'), {
          ...swcOptions({ file }),
          filename: join(root, file),
          sourceFileName: relative(dirname(output), join(root, file)),
        });
        await writeFile(output, `${result.code}\n//# sourceMappingURL=${basename(output)}.map\n`);
        if (result.map) await writeFile(`${output}.map`, result.map);
      }),
    );
  }
  // The record of compiled files is written last, so that the next build repeats an interrupted
  // one.
  if (changed.length > 0 || Object.keys(known).length !== files.length)
    writeAtomic(ledger, JSON.stringify({ recipe, files: now }), 0o644);
  return { compiled: changed.length, total: files.length };
}

/**
 * Computes one hash of the content of files and folders. A step that reads them must run again when
 * the hash changes.
 * @param {string} root
 * @param {string[]} paths
 */
export async function contentHash(root, paths) {
  const sum = createHash('sha256');
  const files = paths.flatMap((path) =>
    extname(path) && existsSync(join(root, path)) ? [path] : filesBelow(root, path),
  );
  for (const file of files.sort())
    sum
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)))
      .update('\0');
  return sum.digest('base64url');
}
