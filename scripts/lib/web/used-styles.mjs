import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const everything = '@mantine/core/styles.css';
/** The style sheets of Mantine that every component needs. */
const always = ['default-css-variables.css', 'baseline.css', 'global.css'];

/**
 * Lists the names of the Mantine components that a build contains. Each of these components has a
 * module with its class names.
 * @param {Iterable<string>} ids of the modules of the build
 */
export const mantineComponentsIn = (ids) =>
  new Set(
    [...ids].flatMap(
      (id) => /@mantine[\\/]core[\\/].*[\\/](\w+)\.module\.mjs$/.exec(id)?.[1] ?? [],
    ),
  );

/**
 * Returns Mantine's style sheet without the rules of components that the app does not use, in the
 * original order.
 * @param {ReadonlySet<string>} components
 */
function stylesOf(components) {
  const whole = readFileSync(require.resolve(everything), 'utf8');
  const folder = join(dirname(require.resolve(everything)), 'styles');
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.css$/.test(name));
  const missing = [...components].filter((name) => !files.includes(`${name}.css`));
  if (missing.length) throw new Error(`Mantine has no styles for ${missing.join(', ')}`);
  return files
    .filter((name) => always.includes(name) || components.has(name.slice(0, -'.css'.length)))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .map((text) => ({ text, at: whole.indexOf(text) }))
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n');
}

/**
 * A Vite plugin that reduces the styles of Mantine to those of the given components.
 * @param {ReadonlySet<string>} components
 * @returns {import('vite').Plugin}
 */
export const usedStylesPlugin = (components) => ({
  name: 'used-styles',
  enforce: 'pre',
  load: (id) =>
    id.replaceAll('\\', '/').split('?')[0]?.endsWith(everything) ? stylesOf(components) : null,
});
