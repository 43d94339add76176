import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  faultlessFiles,
  localeFileOf,
  plantedFaults,
  serverTexts,
  shopTexts,
  type FileTree,
} from './planted-texts';

const root = resolve(__dirname, '../..');

/** @returns the lines that the gate prints for a folder with web app, server and locales */
async function gate(tree: string): Promise<string[]> {
  const script = join(root, 'scripts/gates/texts.mjs');
  const said = await promisify(execFile)(process.execPath, [script, tree]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  return said.trim().split('\n').sort();
}

const trees: string[] = [];
afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true, force: true })));

function gateOn(...files: FileTree[]): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'texts-'));
  trees.push(tree);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [file, content] of Object.entries(
    Object.assign({}, faultlessFiles, ...files) as FileTree,
  )) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), content);
  }
  return gate(tree);
}

// Time limit: a run of the gate loads the compiler and React's types, which takes some seconds.
const patience = 60_000;
const clean = [expect.stringMatching(/^\d+ texts in 2 languages, used in \d+ places$/)];

describe('gate for texts', () => {
  let said: string[];
  beforeAll(async () => {
    said = await gateOn(...plantedFaults.map(({ files }) => files));
  }, patience);

  it.each(plantedFaults)('refuses $name', ({ found }) => {
    expect(said).toEqual(expect.arrayContaining(found));
  });

  it('refuses nothing besides these faults', () => {
    expect(said).toEqual(plantedFaults.flatMap(({ found }) => found).sort());
  });

  it(
    'requires the plural forms of each language, with the number in forms for several numbers',
    async () => {
      const french = {
        'locales/fr/shop.json': localeFileOf(shopTexts),
        'locales/fr/server-shop.json': localeFileOf(serverTexts),
      };
      expect(await gateOn(french)).toEqual([
        'locales/fr/shop.json:4: shop:seats lacks its plural form _many.',
        'locales/fr/shop.json:4: shop:seats_one lacks {{count}}, which English has.',
      ]);
    },
    patience,
  );

  it(
    'accepts the texts of this product',
    async () => {
      expect(await gate(root)).toEqual(clean);
    },
    patience,
  );
});
