import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

  it('is refused with a floating promise, and accepted with an awaited one', () => {
    // Type-aware lint needs a tsconfig.json that includes the file.
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] } };
    plant('tsconfig.json', JSON.stringify({ ...project, include: ['.'] }));
    const lint = () => run([...lintArgs(), '--config', join(root, '.oxlintrc.json'), folder]);
    plant('planted.ts', 'const later = () => Promise.resolve();\nawait later();\nexport {};\n');
    expect(lint()).toMatchObject({ passes: true });
    plant('planted.ts', 'const later = () => Promise.resolve();\nlater();\nexport {};\n');
    const { passes, said } = lint();
    expect(passes).toBe(false);
    expect(said).toContain('typescript(no-floating-promises)');
    expect(said).toContain('1 error');
  });

  /**
   * Lints only the files that the test wrote. The lint configuration is copied beside them, because
   * its folder patterns are relative to the folder that it is in.
   */
  const plantLint = () => {
    const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
      jsPlugins: string[];
    };
    const jsPlugins = config.jsPlugins.map((path) => join(root, path));
    plant('.oxlintrc.json', JSON.stringify({ ...config, jsPlugins }));
    return () => run([...lintArgs(), '--config', join(folder, '.oxlintrc.json'), folder]);
  };

  it('is checked by the project’s own lint rules in their folders only', () => {
    const lint = plantLint();
    const faults = {
      'commonlab(no-native-date)': ['web/src', `export const day = () => <input type="date" />;\n`],
      'eslint(no-restricted-imports)': [
        'web/src',
        `export { useMutation } from '@tanstack/react-query';\n`,
      ],
      'node(no-process-env)': ['server', 'export const given: unknown = process.env;\n'],
    } as const;
    for (const [rule, [place, text]] of Object.entries(faults)) {
      mkdirSync(join(folder, place), { recursive: true });
      const name = place === 'server' ? 'planted.ts' : 'planted.tsx';
      plant(`${place}/${name}`, text);
      const { passes, said } = lint();
      expect({ rule, passes }).toEqual({ rule, passes: false });
      expect(said).toContain(rule);
      rmSync(join(folder, place, name));
      plant(name, text);
      expect(lint().said).not.toContain(rule);
      rmSync(join(folder, name));
    }
  });

  it('is refused with a vague word for people in a comment, and accepted with a quotation of such a word', () => {
    const lint = plantLint();
    plant('planted.ts', "// The row 'everybody else' (docs/lock-nobody-out.md).\nexport {};\n");
    expect(lint()).toMatchObject({ passes: true });
    for (const comment of ['// Nobody reads it.', '/** For\n * whoever asks. */']) {
      plant('planted.ts', `${comment}\nexport {};\n`);
      const { passes, said } = lint();
      expect(passes).toBe(false);
      expect(said).toContain('commonlab(named-people)');
    }
  });

  it.each([
    ['a comment', '// The page is\n// told of it.\nexport {};\n'],
    ['a comment of several lines', '/** Made\n * anew. */\nexport {};\n'],
    ['a test title', "it('counts once more', () => {});\n"],
    ['the title of repeated tests', "it.each([1])('is not said for %s', () => {});\n"],
    ['the title of a group', 'describe(`rows that were asked for ${1}`, () => {});\n'],
  ])('is refused with a passive without its actor in %s', (_, text) => {
    const lint = plantLint();
    plant('planted.spec.ts', text);
    const { passes, said } = lint();
    rmSync(join(folder, 'planted.spec.ts'));
    expect(passes).toBe(false);
    expect(said.match(/commonlab\(.*?\)/g)).toEqual(['commonlab(plain-sentences)']);
  });

  it.each([
    ['planted.ts', 'export const askedOf = 1;\n'],
    ['planted.ts', 'export function countKept() {}\n'],
    ['planted.ts', 'export interface Stored {}\n'],
    ['planted.ts', 'export class Sent {}\n'],
    ['planted.ts', 'export type ToldZone = string;\n'],
    ['kept-rows.ts', 'export {};\n'],
  ])('is refused with a name that says only what happened to a thing, in %s: %s', (name, text) => {
    const lint = plantLint();
    plant(name, text);
    const { passes, said } = lint();
    rmSync(join(folder, name));
    expect(passes).toBe(false);
    expect(said.match(/commonlab\(.*?\)/g)).toEqual(['commonlab(searchable-names)']);
  });

  it('is accepted with a name that says which thing it is, and with a comment that says who acts', () => {
    const lint = plantLint();
    plant(
      'not-found.ts',
      '// The server asks again: "is told" is a quotation.\nexport class NotFound {}\n',
    );
    plant('planted.ts', 'export type StoredRow = string;\nexport const sealed = 1;\n');
    expect(lint()).toMatchObject({ passes: true });
    rmSync(join(folder, 'not-found.ts'));
  });
});
