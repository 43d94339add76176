// Fails when a part of a page uses texts that the page's route does not load. React would then hide
// the whole page until the texts are loaded, including what a person has typed, or fail with
// React's error 185. From each page, the check follows every imported name, also into parts that
// the page loads lazily. Two kinds of parts are exempt: parts within `Suspense`, which shows a
// placeholder meanwhile, and parts that are loaded together with their texts. Argument: the root
// (default: the project).
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { filesBelow } from '../lib/compile.mjs';
import { ROOT } from '../lib/paths.mjs';
import { lineNumberOf } from './texts/catalogue.mjs';
import { resolveImport, ParsedModules } from './page-texts/modules.mjs';
import { namespacesOf } from './page-texts/parts.mjs';

/** The namespaces that web/src/i18n.ts loads before anything is rendered. */
const FRAME = ['common', 'layout'];
const ROWS = /^web\/src\/(?:research-)?routes[^/]*\.tsx$/;

/** @typedef {import('./page-texts/modules.mjs').Origin} Origin */
/** @typedef {{ path: string, texts: Set<string>, page: Origin, at: string }} Row */
/**
 * A namespace that a page needs, and the chain of imports to the first place that uses it.
 * @typedef {{ namespace: string, way: string[] }} Need
 */

/**
 * Finds the namespaces of texts that a component needs while it renders.
 * @param {ParsedModules} modules
 * @param {Origin} start
 * @param {{ has: (namespace: string) => boolean, leftOut: (file: string) => boolean, at: (node:
 *   ts.Node) => string }} given
 * @returns {{ needs: Map<string, string[]>, seen: Set<string>, unknown: string[] }}
 */
function needsOf(modules, start, { has, leftOut, at }) {
  /** @type {Map<string, string[]>} */
  const needs = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[]} */
  const unknown = [];
  /** @type {Set<string>} */
  const walked = new Set();
  /** @type {{ origin: Origin, brought: string[], way: string[] }[]} */
  const waiting = [{ origin: start, brought: [], way: [] }];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const { origin, brought, way } = one;
    const key = [origin.file, origin.name, ...brought].join('\0');
    if (walked.has(key) || leftOut(origin.file)) continue;
    walked.add(key);
    for (const declaration of modules.declarations(origin)) {
      const shown = modules.shown(origin.file, declaration);
      const here = [...way, at(declaration)];
      unknown.push(...shown.unknown.map(at));
      for (const namespace of shown.texts) {
        seen.add(namespace);
        if (!has(namespace) && !brought.includes(namespace) && !needs.has(namespace))
          needs.set(namespace, here);
      }
      for (const name of shown.names) {
        const next = modules.origin(origin.file, name);
        if (next) waiting.push({ origin: next, brought, way: here });
      }
      const with_ = [...new Set([...brought, ...shown.brought])].sort();
      for (const { specifier, names } of shown.fetched) {
        const file = resolveImport(origin.file, specifier);
        for (const name of file ? names : []) {
          const next = modules.exported({ file: /** @type {string} */ (file), name });
          if (next) waiting.push({ origin: next, brought: with_, way: here });
        }
      }
    }
  }
  return { needs, seen, unknown };
}

/**
 * Reads the rows of a file with routes, such as `row(path, access, async () => (await
 * import(…)).Page, texts)`.
 * @param {ParsedModules} modules
 * @param {string} file
 * @param {(node: ts.Node) => string} at
 * @returns {{ rows: Row[], faults: string[] }}
 */
function rowsOf(modules, file, at) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const faults = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'row') return;
    const [path, , load, texts] = node.arguments;
    const [page] = load ? modules.shown(file, load).fetched : [];
    const from = page && resolveImport(file, page.specifier);
    const [name] = page?.names ?? [];
    const origin = from && name ? modules.exported({ file: from, name }) : undefined;
    const named = texts && namespacesOf(texts);
    if (!path || !ts.isStringLiteral(path) || !origin || !named)
      faults.push(`${at(node)}: the row is not read: write its page and its texts in place.`);
    else rows.push({ path: path.text, texts: new Set(named), page: origin, at: at(node) });
  };
  visit(modules.of(file).source);
  return { rows, faults };
}

/**
 * Checks the texts of all pages.
 * @param {string} root
 * @returns {{ faults: string[], said: string }} `faults`: a sentence for each namespace that a route lacks or lists
 * unnecessarily
 */
export function findPageTextFaults(root) {
  const modules = new ParsedModules({ held: false });
  const withHeld = new ParsedModules({ held: true });
  const short = (/** @type {string} */ file) => relative(root, file).split(sep).join('/');
  const at = (/** @type {ts.Node} */ node) =>
    `${short(node.getSourceFile().fileName)}:${lineNumberOf(node.getSourceFile(), node)}`;
  const files = filesBelow(root, 'web/src').filter((file) => ROWS.test(file));
  const isRows = (/** @type {string} */ file) => ROWS.test(short(file));
  /** @type {string[]} */
  const faults = [];
  /**
   * Reports namespaces of texts that a page needs, but that its route does not load.
   * @param {string} who @param {Map<string, string[]>} needs
   */
  const lacks = (who, needs) => {
    for (const [namespace, way] of needs)
      faults.push(`${who} lacks the texts ${namespace}, which ${way.join(' > ')} waits for.`);
  };

  const frame = { file: join(root, 'web/src/main.tsx'), name: '*' };
  const hasFrame = (/** @type {string} */ one) => FRAME.includes(one);
  const whole = needsOf(modules, frame, { has: hasFrame, leftOut: isRows, at });
  lacks('The frame of every page', whole.needs);

  const all = files.map((file) => rowsOf(modules, join(root, file), at));
  faults.push(...all.flatMap((one) => one.faults), ...whole.unknown.map(notKnown));
  const rows = all.flatMap((one) => one.rows);
  for (const row of rows) {
    const has = (/** @type {string} */ one) => hasFrame(one) || row.texts.has(one);
    const { needs, unknown } = needsOf(modules, row.page, { has, leftOut: isRows, at });
    const { seen } = needsOf(withHeld, row.page, { has, leftOut: isRows, at });
    lacks(`${row.at}: ${row.path}`, needs);
    faults.push(...unknown.map(notKnown));
    for (const one of row.texts)
      if (!seen.has(one))
        faults.push(`${row.at}: ${row.path} brings the texts ${one} without need.`);
  }
  return {
    faults: [...new Set(faults)].sort(),
    said: `${rows.length} pages bring the texts of all their parts`,
  };
}

/** @param {string} place */
const notKnown = (place) =>
  `${place}: which texts it waits for is not known: write their names in place.`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { faults, said } = findPageTextFaults(process.argv[2] ?? ROOT);
  process.stdout.write(`${faults.length > 0 ? faults.join('\n') : said}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
