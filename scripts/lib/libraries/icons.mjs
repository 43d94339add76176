// Writes web/src/ui/icons: one file for each icon that the web app imports from that folder, from
// Tabler's set (MIT). The set has some six thousand icons and is not installed with the product. To
// add an icon, first import it as `ui/icons/<name>`, then run this program, which fetches the set
// with npm. The program also removes icons that no file imports any more.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../compile.mjs';
import { formatSource } from '../format-source.mjs';
import { ROOT } from '../paths.mjs';
import { copiedParts } from '../sbom.mjs';

const NAME = '@tabler/icons';
const SET = `${NAME}@${copiedParts.find(({ name }) => name === NAME)?.version}`;
const FOLDER = 'web/src/ui/icons';
/** The component that every icon uses. It is written by hand, so this program keeps it. */
const OWN = 'icon.tsx';
const LICENCE = 'LICENSE.txt';

/** @param {string} name of the icon's file @returns {string} the name of its export */
const exportedAs = (name) =>
  `Icon${name.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => `${letter}`.toUpperCase())}`;

/** Finds the icons that the sources import, by the names of their files. */
function imported() {
  const sources = filesBelow(ROOT, 'web/src').filter((file) => /\.tsx?$/.test(file));
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /from '[./]+(?:ui\/)?icons\/([a-z0-9-]+)'/g,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => name !== 'icon').sort();
}

/**
 * Writes the shapes of an icon as source code.
 * @param {string} svg
 * @returns {string[]} the arguments of `icon` for each path, as code
 */
function pathsOf(svg) {
  const shapes = [...svg.matchAll(/<(\w+)\s([^>]*?)\/?>/g)].filter(
    // Leaves out the transparent background, which only graphics editors need.
    ([all, tag]) => tag !== 'svg' && !all.includes('stroke="none"'),
  );
  return shapes.map(([all, tag, attributes = '']) => {
    const d = /^d="([^"]+)"\s*$/.exec(attributes)?.[1];
    if (tag !== 'path' || !d) throw new Error(`Teach icon.tsx to draw ${all}`);
    return JSON.stringify(d);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'commonlab-icons-'));
try {
  execFileSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, SET],
    {
      stdio: 'ignore',
    },
  );
  const set = join(folder, 'node_modules', NAME, 'icons');
  copyFileSync(join(set, '../LICENSE'), join(ROOT, FOLDER, LICENCE));
  const wanted = imported();
  for (const name of wanted) {
    const isFilled = name.endsWith('-filled');
    const file = isFilled ? `filled/${name.slice(0, -'-filled'.length)}` : `outline/${name}`;
    const paths = pathsOf(readFileSync(join(set, `${file}.svg`), 'utf8'));
    const at = join(ROOT, FOLDER, `${name}.ts`);
    const text = `import { ${isFilled ? 'filledIcon' : 'icon'} } from './${OWN.replace('.tsx', '')}';

      export const ${exportedAs(name)} = ${isFilled ? 'filledIcon' : 'icon'}([${paths.join(', ')}]);`;
    writeFileSync(at, await formatSource(at, text));
  }
  for (const name of readdirSync(join(ROOT, FOLDER)))
    if (![OWN, LICENCE].includes(name) && !wanted.includes(name.replace(/\.ts$/, '')))
      rmSync(join(ROOT, FOLDER, name));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
