import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import {
  formatCheckArgs,
  lineLengthCheckArgs,
  lintArgs,
} from '../../scripts/lib/checks/checks.mjs';

const root = resolve(__dirname, '../..');
const run = (args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  return { passes: status === 0, said: `${stdout}${stderr}` };
};

describe('form of the source', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commonlab-form-'));
    copyFileSync(join(root, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (name: string, text: string) => writeFileSync(join(folder, name), text);

  it('is refused in an unformatted file, and accepted in a formatted one', () => {
    plant('planted.ts', "export const a = 'a';\n");
    expect(run(formatCheckArgs(folder)).passes).toBe(true);
    plant('planted.ts', 'export  const a = "a"\n');
    const { passes, said } = run(formatCheckArgs(folder));
    expect(passes).toBe(false);
    expect(said).toContain('planted.ts');
  });

  it('is refused with a line of 141 columns, accepted with 140, and not checked in locale and generated files', () => {
    const line = (columns: number) => `${'ü'.repeat(columns)}\n`;
    plant('planted.ts', `\n${line(140)}`);
    expect(run(lineLengthCheckArgs(folder))).toEqual({ passes: true, said: '' });
    plant('planted.ts', `\n${line(141)}`);
    expect(run(lineLengthCheckArgs(folder))).toEqual({
      passes: false,
      said: 'planted.ts:2: 141 columns\n',
    });
    rmSync(join(folder, 'planted.ts'));
    mkdirSync(join(folder, 'locales'));
    for (const name of ['locales/planted.ts', 'package-lock.json']) plant(name, line(141));
    expect(run(lineLengthCheckArgs(folder)).passes).toBe(true);
  });
});

/** Sources with one fault each: the rule that finds it, and where the fault is. */
const vagueWords = ['// Nobody reads it.', '/** For\n * whoever asks. */'].map((comment) => ({
  rule: 'commonlab(named-people)',
  name: 'planted.ts',
  text: `${comment}\nexport {};\n`,
}));
const passives = (
  [
    ['a comment', '// The page is\n// told of it.\nexport {};\n'],
    ['a comment of several lines', '/** Made\n * anew. */\nexport {};\n'],
    ['a test title', "it('counts once more', () => {});\n"],
    ['the title of repeated tests', "it.each([1])('is not said for %s', () => {});\n"],
    ['the title of a group', 'describe(`rows that were asked for ${1}`, () => {});\n'],
  ] as const
).map(([where, text]) => ({
  where,
  rule: 'commonlab(plain-sentences)',
  name: 'planted.spec.ts',
  text,
}));
const vagueNames = (
  [
    ['planted.ts', 'export const askedOf = 1;\n'],
    ['planted.ts', 'export function countKept() {}\n'],
    ['planted.ts', 'export interface Stored {}\n'],
    ['planted.ts', 'export class Sent {}\n'],
    ['planted.ts', 'export type ToldZone = string;\n'],
    ['kept-rows.ts', 'export {};\n'],
  ] as const
).map(([name, text]) => ({ rule: 'commonlab(searchable-names)', name, text }));
const floating = {
  rule: 'typescript(no-floating-promises)',
  name: 'planted.ts',
  text: 'const later = () => Promise.resolve();\nlater();\nexport {};\n',
};
/** Sources that are faults only in the folder `place`. */
const inFolders = [
  {
    rule: 'commonlab(no-native-date)',
    place: 'web/src',
    name: 'planted.tsx',
    text: `export const day = () => <input type="date" />;\n`,
  },
  {
    rule: 'eslint(no-restricted-imports)',
    place: 'web/src',
    name: 'planted.tsx',
    text: `export { useMutation } from '@tanstack/react-query';\n`,
  },
  {
    rule: 'node(no-process-env)',
    place: 'server',
    name: 'planted.ts',
    text: 'export const given: unknown = process.env;\n',
  },
];
const accepted = {
  'awaited.ts': 'const later = () => Promise.resolve();\nawait later();\nexport {};\n',
  'quoted.ts': "// The row 'everybody else' (docs/lock-nobody-out.md).\nexport {};\n",
  'not-found.ts': '// The server asks again: "is told" is a quotation.\nexport class NotFound {}\n',
  'named.ts': 'export type StoredRow = string;\nexport const sealed = 1;\n',
};

/** One run of the lint takes a second, so all planted files share one, each in its own folder. */
describe('lint of the source', () => {
  let folder: string;
  let acceptance: ReturnType<typeof run>;
  let foundIn: Map<string, string[]>;
  const everywhere = [...vagueWords, ...passives, ...vagueNames, floating];
  const plantAt = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  /**
   * Returns the folder for a source whose fault counts everywhere. If a fault counts in one folder
   * only, the source is planted inside this folder (`insideOf`) and outside of it (`outsideOf`).
   */
  const placeOf = (fault: object) => {
    const number = everywhere.indexOf(fault as (typeof everywhere)[number]);
    return `faults/${number}`;
  };
  const insideOf = ({ place, name }: (typeof inFolders)[number], i: number) =>
    `${place}/${i}/${name}`;
  const outsideOf = ({ name }: (typeof inFolders)[number], i: number) => `elsewhere/${i}/${name}`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'commonlab-lint-'));
    // The configuration is copied beside the files, because its folder patterns are relative to the
    // folder that it is in.
    const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
      jsPlugins: string[];
    };
    const jsPlugins = config.jsPlugins.map((path) => join(root, path));
    plantAt('.oxlintrc.json', JSON.stringify({ ...config, jsPlugins }));
    // Type-aware lint needs a tsconfig.json that includes the file.
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] } };
    plantAt('tsconfig.json', JSON.stringify({ ...project, include: ['.'] }));
    for (const fault of everywhere) plantAt(`${placeOf(fault)}/${fault.name}`, fault.text);
    inFolders.forEach((fault, i) => {
      plantAt(insideOf(fault, i), fault.text);
      plantAt(outsideOf(fault, i), fault.text);
    });
    for (const [name, text] of Object.entries(accepted)) plantAt(`accepted/${name}`, text);
    const lint = (...args: string[]) =>
      run([...lintArgs(), '--config', join(folder, '.oxlintrc.json'), ...args]);
    acceptance = lint(join(folder, 'accepted'));
    const { passes, said } = lint('--format', 'json', folder);
    expect(passes).toBe(false);
    const { diagnostics } = JSON.parse(said) as {
      diagnostics: { code: string; filename: string }[];
    };
    foundIn = new Map();
    for (const { code, filename } of diagnostics) {
      const path = relative(folder, resolve(root, filename)).replaceAll('\\', '/');
      foundIn.set(path, [...(foundIn.get(path) ?? []), code]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const rulesIn = (path: string) => foundIn.get(path) ?? [];
  const rulesFor = (fault: (typeof everywhere)[number]) =>
    rulesIn(`${placeOf(fault)}/${fault.name}`);

  it('refuses a floating promise, and accepts an awaited one', () => {
    expect(rulesFor(floating)).toEqual([floating.rule]);
    expect(rulesIn('accepted/awaited.ts')).toEqual([]);
  });

  it.each(inFolders.map((fault, i) => ({ ...fault, i })))(
    'applies $rule, one of the project’s own settings, in its folder $place only',
    ({ i, ...fault }) => {
      expect(rulesIn(insideOf(fault, i))).toContain(fault.rule);
      expect(rulesIn(outsideOf(fault, i))).not.toContain(fault.rule);
    },
  );

  it('refuses a vague word for people in a comment, and accepts a quotation of such a word', () => {
    for (const fault of vagueWords) expect(rulesFor(fault)).toContain(fault.rule);
    expect(rulesIn('accepted/quoted.ts')).toEqual([]);
  });

  it.each(passives)('refuses a passive without its actor in $where', (fault) => {
    expect(rulesFor(fault).filter((rule) => rule.startsWith('commonlab'))).toEqual([fault.rule]);
  });

  it.each(vagueNames)(
    'refuses a name that says only what happened to a thing, in $name: $text',
    (fault) => {
      expect(rulesFor(fault).filter((rule) => rule.startsWith('commonlab'))).toEqual([fault.rule]);
    },
  );

  it('accepts a name that says which thing it is, and a comment that says who acts', () => {
    expect(['not-found.ts', 'named.ts'].flatMap((name) => rulesIn(`accepted/${name}`))).toEqual([]);
    expect(acceptance).toMatchObject({ passes: true });
  });
});
