import { build, mergeConfig } from 'vite';
import { isStyleSheet, sharedChunkNames } from './shared-chunks.mjs';
import { mantineComponentsIn, usedStylesPlugin } from './used-styles.mjs';

/** @typedef {import('./shared-chunks.mjs').Output} Output */

/**
 * Matches the modules that apply live messages to the cached data, and the contracts that they
 * need. Of a contract they need only the `light` module (./light-contracts.mjs), which imports
 * nothing. Every page loads the matched modules when it is idle, so they go into a file of their
 * own, `calls`. If this file contained modules of a single page, every page would load those, too.
 */
const calls =
  /[\\/]contracts[\\/](?!base|money|tables)[\w-]+[\\/][\w-]+\.ts$|[\\/]lib[\\/]live[\\/]live-(?:classrooms|editors|runs|sessions)\.ts$/;

/**
 * Matches modules of a few lines that several parts of the web app need. They go into the file
 * `frame`, since a file of their own would cost a request.
 */
const lines = /[\\/]contracts[\\/]base[\\/]blanks\.ts$/;
/**
 * The smallest size, in bytes, of a file for modules that only some first pages share. Modules of
 * fewer bytes go into the file `frame`, although every first page loads that file. A first page is
 * a page that a visitor may see first.
 */
const few = 1_000;

/**
 * Collects the modules that the browser loads with a file: the file's own, and those of the files
 * that it imports.
 * @param {Map<string, Output>} output by name of file
 * @param {string} file
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
 * Chooses the file for each module that a first page loads, that is, a page that a visitor may see
 * first:
 * - A module that every first page needs goes into `frame`.
 * - Modules that the same first pages share get one file together.
 * - A module that only one page needs stays with its page.
 * - The few styles that first pages share with other pages go into `frame`, too.
 * @param {readonly Output[]} output @param {readonly string[]} pages
 */
function placesOf(output, pages) {
  const files = new Map(output.map((one) => [one.fileName, one]));
  const modules = output.flatMap((one) => Object.entries(one.modules ?? {}));
  const firsts = pages.map((page) => {
    const file = output.find(({ facadeModuleId: of }) => of?.replaceAll('\\', '/').endsWith(page));
    if (!file) throw new Error(`the build has no page ${page}`);
    return file;
  });
  /** @type {Map<string, string | null>} */
  const places = new Map();
  firsts.forEach(({ fileName }, i) => {
    for (const id of closure(files, fileName))
      places.set(id, `${places.get(id) ?? 'first'}-${i + 1}`);
  });
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [id, { renderedLength = 0 }] of modules) {
    const place = places.get(id);
    if (place) sizes.set(place, (sizes.get(place) ?? 0) + renderedLength);
  }
  for (const [id] of modules) {
    const place = places.get(id);
    if (place ? isStyleSheet(id) || (sizes.get(place) ?? 0) < few : lines.test(id))
      places.set(id, 'frame');
    else if (!place && calls.test(id)) places.set(id, 'calls');
  }
  for (const { modules: own = {}, viteMetadata: { importedCss = [] } = {} } of firsts) {
    const styles = [...importedCss].reduce(
      (sum, name) => sum + (files.get(name)?.source?.length ?? 0),
      0,
    );
    for (const id of Object.keys(own))
      places.set(id, isStyleSheet(id) && styles < few ? 'frame' : null);
  }
  for (const { fileName } of output.filter(({ isEntry }) => isEntry))
    for (const id of closure(files, fileName)) places.set(id, 'frame');
  return places;
}

/**
 * Makes the Vite configuration that puts the modules into few files. To find out which modules each
 * page uses, it runs a build that writes no files. The modules that every first page needs go into
 * one file. Of Mantine's styles, only those of the used components are included. Without this
 * configuration, the bundler would make a file for each set of pages that share a module: forty
 * files for the first page.
 * @param {() => import('vite').UserConfig} config
 * @param {readonly string[]} pages the ends of the names of the modules of the first pages
 * @returns {Promise<import('vite').UserConfig>}
 */
export async function configWithFrameChunk(config, pages) {
  const first = await build({
    ...mergeConfig(config(), { build: { write: false, manifest: false } }),
    configFile: false,
    logLevel: 'error',
  });
  const { output } = /** @type {{ output: Output[] }} */ (/** @type {unknown} */ (first));
  const places = placesOf(output, pages);
  const shared = sharedChunkNames(output, places);
  const modules = output.flatMap((one) => Object.keys(one.modules ?? {}));
  return mergeConfig(config(), {
    plugins: [usedStylesPlugin(mantineComponentsIn(modules))],
    build: {
      rolldownOptions: {
        output: {
          // The first page contains the names of all files, and hashes do not compress. So the
          // hashes are short; they only have to distinguish the versions of a file.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
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
