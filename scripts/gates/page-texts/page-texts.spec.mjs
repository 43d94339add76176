import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPageTextFaults } from '../page-texts.mjs';
import { ROOT } from '../../lib/paths.mjs';

/** @type {string} */
let project;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'commonlab-page-texts-'));
});
afterEach(() => rmSync(project, { recursive: true }));

const hook = `import { useTranslation } from 'react-i18next';\n`;
/**
 * Returns the source of a component that uses texts.
 * @param {string} name @param {string} texts
 */
const part = (name, texts) =>
  `${hook}export function ${name}() { return <p>{useTranslation(${texts}).t('a')}</p>; }\n`;
/**
 * Returns the source of a page that renders components of other files.
 * @param {string} inside @param {...string} imports
 */
const page = (inside, ...imports) =>
  `${imports.map((one) => `${one}\n`).join('')}export const ShopPage = () => <main>${inside}</main>;\n`;
const till = part('Till', `['till', 'common']`);
const importTill = `import { Till } from './till';`;
const later = (/** @type {string} */ what) =>
  `import { onDemand } from '../ui/on-demand';\nconst Later = onDemand(${what});`;

/**
 * Runs the check on an app with one page.
 * @param {Record<string, string>} files of the page
 * @param {string} [row] the text namespaces that the page's route lists, as source code
 */
function faultsOf(files, row = `['shop']`) {
  const all = {
    'main.tsx': `import { routes } from './routes';\nimport { Menu } from './menu';\ndraw(<Menu rows={routes} />);\n`,
    'menu.tsx': part('Menu', `'layout'`),
    'routes.tsx': [
      "import { row } from './row';",
      'export const routes = [',
      `  row('/shop', 'public', async () => (await import('./shop/shop.page')).ShopPage, ${row}),`,
      '];',
      '',
    ].join('\n'),
    'row.ts': `export const row = (...of: unknown[]) => of;\n`,
    'ui/on-demand.tsx': `export const onDemand = (load: unknown) => load;\n`,
    'shop/goods.tsx': part('Goods', `'shop'`),
    'shop/shop.page.tsx': page('<Goods />', `import { Goods } from './goods';`),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`shop/${name}`, text])),
  };
  for (const [name, text] of Object.entries(all)) {
    const file = join(project, 'web/src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return findPageTextFaults(project).faults;
}
const goods = `import { Goods } from './goods';`;
const lacksTill = [expect.stringContaining('routes.tsx:3: /shop lacks the texts till, which')];

describe('gate for the texts of pages', () => {
  test('requires the texts of the parts that a page imports', () => {
    expect(faultsOf({})).toEqual([]);
    const files = {
      'till.tsx': till,
      'shop.page.tsx': page('<Goods /><Till />', goods, importTill),
    };
    expect(faultsOf(files)).toEqual([
      'web/src/routes.tsx:3: /shop lacks the texts till, which web/src/shop/shop.page.tsx:3 > web/src/shop/till.tsx:2 waits for.',
    ]);
    expect(faultsOf(files, `['shop', 'till']`)).toEqual([]);
  });

  test('requires only the texts of the imported names, also through re-exporting files', () => {
    const both = `${till}${part('Safe', `'safe'`).replace(hook, '')}`;
    const files = {
      'till.tsx': both,
      'all.ts': `export { Till as Desk } from './till';\n`,
      'shop.page.tsx': page('<Goods /><Desk />', goods, `import { Desk } from './all';`),
    };
    expect(faultsOf(files)).toEqual(lacksTill);
  });

  test.each([
    ['a name of the module', `async () => (await import('./till')).Till`],
    ['a promise', `() => import('./till').then((m) => m.Till)`],
    ['a promise whose name is taken', `() => import('./till').then(({ Till }) => Till)`],
    [
      'several modules',
      `async () => { const [{ Goods }, { Till: T }] = await Promise.all([import('./goods'), import('./till')]); return [Goods, T]; }`,
    ],
    ['a whole module', `async () => { const all = await import('./till'); return all; }`],
  ])('requires the texts of lazily loaded parts: %s', (_, load) => {
    const files = {
      'till.tsx': till,
      'shop.page.tsx': page('<Goods /><Later />', goods, later(load)),
    };
    expect(faultsOf(files)).toEqual(lacksTill);
  });

  test('does not require the texts of a lazily loaded part that loads them itself', () => {
    const load = `async () => { const [{ Till }] = await Promise.all([import('./till'), i18next.loadNamespaces('till')]); return Till; }`;
    const files = {
      'till.tsx': till,
      'shop.page.tsx': page('<Goods /><Later />', goods, later(load)),
    };
    expect(faultsOf(files)).toEqual([]);
  });

  test('does not require the texts of parts inside Suspense, but those of its fallback', () => {
    const drawn = (/** @type {string} */ inside) =>
      faultsOf({
        'till.tsx': till,
        'held.tsx': [
          "import { Suspense } from 'react';",
          'export const held = (Part: unknown) => () => <Suspense><Part /></Suspense>;',
          'export const open = (Part: unknown) => () => <><Part /><Suspense><Part /></Suspense></>;',
          '',
        ].join('\n'),
        'shop.page.tsx': page(
          `<Goods />${inside}`,
          goods,
          importTill,
          `import { held, open } from './held';`,
          `const Held = held(Till);`,
          `const Open = open(Till);`,
        ),
      });
    expect(drawn('<Suspense><Till /></Suspense>')).toEqual([]);
    expect(drawn('<Held />')).toEqual([]);
    expect(drawn('<Suspense fallback={<Till />}><Goods /></Suspense>')).toEqual(lacksTill);
    expect(drawn('<Open />')).toEqual(lacksTill);
  });

  test('refuses texts that a page does not need', () => {
    expect(faultsOf({}, `['shop', 'till']`)).toEqual([
      'web/src/routes.tsx:3: /shop brings the texts till without need.',
    ]);
  });
});

test('the gate refuses names of texts and pages that are not literals', () => {
  const unread = { 'goods.tsx': `const name = one();\n${part('Goods', 'name')}` };
  expect(faultsOf(unread)).toContainEqual(expect.stringContaining('goods.tsx:3: which texts'));
  expect(faultsOf({}, 'texts')).toContainEqual(expect.stringContaining('the row is not read'));
});

test('the gate refuses a part of every page, such as a menu, that needs the texts of a single page', () => {
  const faults = faultsOf({ '../menu.tsx': part('Menu', `'shop'`) });
  expect(faults).toEqual([
    expect.stringContaining(
      'The frame of every page lacks the texts shop, which web/src/main.tsx:3',
    ),
  ]);
});

test('the gate accepts every page of the web app', () => {
  expect(findPageTextFaults(ROOT).faults).toEqual([]);
});
