import { build, mergeConfig } from 'vite';
import { sharedPlaces } from './shared-chunks.mjs';
import { componentsIn, usedStyles } from './used-styles.mjs';

/**
 * @typedef {object} Output
 * @property {string} type
 * @property {string} fileName
 * @property {boolean} [isEntry]
 * @property {boolean} [isDynamicEntry]
 * @property {string | null} [facadeModuleId]
 * @property {string[]} [imports]
 * @property {Record<string, { renderedLength?: number }>} [modules]
 */

/** A first page fetches this by itself, so it travels with nothing that it does not need. */
const reading = /contracts[\\/]base[\\/]blanks/;

/**
 * What turns live messages into what pages show, which every page loads while it is idle: the light
 * halves of the contracts (./light-contracts.mjs; methods and paths, a few bytes each, that need
 * nothing) and the parts of the cache. In one file they bring no page's own modules with them.
 */
const calls =
  /[\\/]contracts[\\/][\w-]+\.ts$|[\\/]lib[\\/]live[\\/]live-(?:editors|runs|sessions)\.ts$/;

/**
 * The modules that are loaded with a file, its own and those of the files that it imports.
 * @param {Map<string, Output>} output by name of file @param {string} file
 */
function closure(output, file) {
  /** @type {Set<string>} */
  const seen = new Set();
  const visit = (/** @type {string} */ name) => {
    if (seen.has(name)) return;
    seen.add(name);
    output.get(name)?.imports?.forEach(visit);
  };
  visit(file);
  return [...seen].flatMap((name) => Object.keys(output.get(name)?.modules ?? {}));
}

/**
 * For each module that a first page loads, the file that it goes into: `frame` where every page needs
 * it, else one for each set of first pages that share it.
 * @param {readonly Output[]} output @param {readonly string[]} pages
 */
function placesOf(output, pages) {
  const files = new Map(output.map((one) => [one.fileName, one]));
  /** @type {Map<string, string>} */
  const places = new Map();
  pages.forEach((page, i) => {
    const file = output.find(({ facadeModuleId: of }) => of?.replaceAll('\\', '/').endsWith(page));
    if (!file) throw new Error(`the build has no page ${page}`);
    for (const id of closure(files, file.fileName).filter((one) => one !== file.facadeModuleId))
      places.set(id, `${places.get(id) ?? 'first'}-${i + 1}`);
  });
  for (const { fileName } of output.filter(({ isEntry }) => isEntry))
    for (const id of closure(files, fileName)) places.set(id, 'frame');
  return places;
}

/**
 * The configuration with which the modules that every page needs come in one file, and of Mantine's
 * styles those of the components that are used. The bundler alone makes a file for each set of pages
 * that share a module, which is forty files for the first page; it knows which modules are used only after a first build without files.
 * @param {() => import('vite').UserConfig} config
 * @param {readonly string[]} pages the ends of the names of the modules of the first pages
 * @returns {Promise<import('vite').UserConfig>}
 */
export async function framed(config, pages) {
  const first = await build({
    ...mergeConfig(config(), { build: { write: false, manifest: false } }),
    configFile: false,
    logLevel: 'error',
  });
  const { output } = /** @type {{ output: Output[] }} */ (/** @type {unknown} */ (first));
  const places = placesOf(output, pages);
  for (const id of output.flatMap((one) => Object.keys(one.modules ?? {})))
    if (reading.test(id)) places.set(id, 'reading');
    else if (calls.test(id) && !places.has(id)) places.set(id, 'calls');
  const shared = sharedPlaces(output, places);
  const modules = output.flatMap((one) => Object.keys(one.modules ?? {}));
  return mergeConfig(config(), {
    plugins: [usedStyles(componentsIn(modules))],
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                debugName: 'first pages, and what several pages share',
                name: (/** @type {string} */ id) => places.get(id) ?? shared.get(id) ?? null,
              },
            ],
          },
        },
      },
    },
  });
}
