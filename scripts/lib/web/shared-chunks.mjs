import { mergeBundleParts, reachableBundleParts } from './merged-parts.mjs';
import { addPage, noPages } from './page-sets.mjs';

/**
 * Puts modules that several pages share, and that no first page loads, into few files without
 * circular imports. The bundler's own merging of small files makes circular imports, and then a
 * module may run before one that it imports.
 * @typedef {import('./merged-parts.mjs').Part} Part
 * @typedef {object} Output
 * @property {string} type
 * @property {string} fileName
 * @property {boolean} [isEntry]
 * @property {boolean} [isDynamicEntry]
 * @property {string | null} [facadeModuleId]
 * @property {string[]} [imports]
 * @property {Record<string, { renderedLength?: number }>} [modules]
 * @property {string} [code] the minified code of a script
 * @property {string | Uint8Array} [source] the content of a style sheet
 * @property {{ importedCss: Iterable<string> }} [viteMetadata]
 */

/** Files whose modules import only modules of the same file, so the file imports no other file. */
const leaves = new Set(['frame', 'calls', 'styles']);
export const isStyleSheet = (/** @type {string} */ module) => /\.css(?:\?|$)/.test(module);
/**
 * Whether a style sheet belongs to the web app itself. The styles of a library, such as a calendar,
 * stay in the part that contains the library.
 */
const isOurs = (/** @type {string} */ module) => /\.module\.css(?:\?|$)/.test(module);
/**
 * The weight of a part that a page loads on demand, such as a dialog or a menu; a page has weight
 * 1.
 */
const onDemand = 0.1;

const isPage = (/** @type {Output} */ { isEntry, isDynamicEntry }) =>
  isEntry === true || isDynamicEntry === true;

/**
 * Groups the modules of a chunk by the part to which they will belong. A module that already has a
 * file (`taken`) keeps it. The style sheets of the web app that have no file yet form the part
 * `styles`. All other modules stay in the chunk.
 * @param {Output} chunk
 * @param {ReadonlyMap<string, string | null>} taken
 */
function divided(chunk, taken) {
  /** @type {Map<string, string[]>} */
  const names = new Map(isPage(chunk) ? [[chunk.fileName, []]] : []);
  for (const module of Object.keys(chunk.modules ?? {})) {
    const own = isOurs(module) && !taken.has(module) ? 'styles' : chunk.fileName;
    const name = taken.get(module) ?? own;
    names.set(name, [...(names.get(name) ?? []), module]);
  }
  return names;
}

/**
 * Returns a function that estimates the size of a module in a chunk.
 * @param {Output} chunk
 * @returns {(module: string) => number} bytes, minified if the bundler minified the chunk
 */
function sizesIn({ code, modules = {} }) {
  const size = (/** @type {string} */ module) => modules[module]?.renderedLength ?? 0;
  const whole = Object.keys(modules).reduce((sum, module) => sum + size(module), 0);
  return (module) => size(module) * (code && whole ? code.length / whole : 1);
}

/**
 * Divides the chunks of a build into parts that can be merged.
 * @param {readonly Output[]} output @param {ReadonlyMap<string, string | null>} taken
 * @returns the parts, and the weight of each page
 */
function partsOf(output, taken) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const pages = chunks.filter(isPage);
  const styles = new Map(output.map(({ fileName, source }) => [fileName, source?.length ?? 0]));
  const division = new Map(chunks.map((chunk) => [chunk.fileName, divided(chunk, taken)]));
  const namesIn = (/** @type {string} */ file) => [...(division.get(file)?.keys() ?? [])];
  const given = new Set(taken.values());
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const chunk of chunks) {
    const sizeOf = sizesIn(chunk);
    for (const [name, modules] of division.get(chunk.fileName) ?? []) {
      const fixed = given.has(name) || (isPage(chunk) && name === chunk.fileName);
      const part = parts.get(name) ?? {
        modules: new Set(),
        pages: noPages(pages.length),
        needs: new Set(),
        size: 0,
        fixed,
      };
      parts.set(name, part);
      for (const module of modules) {
        part.modules.add(module);
        part.size += sizeOf(module);
      }
      if (modules.some(isStyleSheet))
        for (const file of chunk.viteMetadata?.importedCss ?? [])
          part.size += styles.get(file) ?? 0;
    }
  }
  for (const { fileName, imports = [] } of chunks) {
    const here = namesIn(fileName);
    const needed = [...here.filter((name) => leaves.has(name)), ...imports.flatMap(namesIn)];
    for (const name of here.filter((one) => !leaves.has(one)))
      for (const need of needed) if (need !== name) parts.get(name)?.needs.add(need);
  }
  const reach = reachableBundleParts(parts);
  pages.forEach(({ fileName }, i) => {
    for (const name of [fileName, ...(reach.get(fileName) ?? [])]) {
      const part = parts.get(name);
      if (part) addPage(part.pages, i);
    }
  });
  const weights = pages.map(({ facadeModuleId: of }) => (of?.endsWith('.page.tsx') ? 1 : onDemand));
  return { parts, weights };
}

/**
 * Chooses a file for each module that several pages share and no first page loads. Also chooses a
 * file for each style that no first page needs.
 * @param {readonly Output[]} output of a build in which each set of pages has files of its own
 * @param {ReadonlyMap<string, string | null>} taken modules that have a file
 * @returns {Map<string, string>}
 */
export function sharedChunkNames(output, taken) {
  const { parts, weights } = partsOf(output, taken);
  mergeBundleParts(parts, weights);
  return new Map(
    [...parts.values()]
      .filter(({ fixed }) => !fixed)
      .flatMap(({ modules }, i) =>
        [...modules].map((module) => /** @type {const} */ ([module, `s${i + 1}`])),
      ),
  );
}

/**
 * Finds the circular imports of a build, each circle once. With a circular import, a page may fail
 * to open.
 * @param {Readonly<Record<string, { imports?: string[] }>>} manifest
 * @returns {string[]} such as `a -> b -> a`
 */
export function circularImportsOf(manifest) {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  const visit = (/** @type {string} */ key, /** @type {string[]} */ way) => {
    const at = way.indexOf(key);
    if (at >= 0) return void found.push([...way.slice(at), key].join(' -> '));
    if (done.has(key)) return;
    for (const next of manifest[key]?.imports ?? []) visit(next, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key, []);
  return found;
}
