import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formOf, lineLengthOf } from '../../scripts/lib/checks.mjs';

const root = resolve(__dirname, '../..');
const run = (args: string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    input,
    // Else typed lint reads the file from the disk and not the text that it is given.
    env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' },
  });
  return { passes: status === 0, said: `${stdout}${stderr}` };
};

describe('The form of the source is checked', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commonlab-form-'));
    copyFileSync(join(root, '.prettierrc'), join(folder, '.prettierrc'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (name: string, text: string) => writeFileSync(join(folder, name), text);

  it('an unformatted file is refused, a formatted one is not', () => {
    plant('planted.ts', "export const a = 'a';\n");
    expect(run(formOf(folder)).passes).toBe(true);
    plant('planted.ts', 'export  const a = "a"\n');
    const { passes, said } = run(formOf(folder));
    expect(passes).toBe(false);
    expect(said).toContain('planted.ts');
  });

  it('a line of 141 columns is refused, one of 140 is not, locale and generated files are left out', () => {
    const line = (columns: number) => `${'ü'.repeat(columns)}\n`;
    plant('planted.ts', `\n${line(140)}`);
    expect(run(lineLengthOf(folder))).toEqual({ passes: true, said: '' });
    plant('planted.ts', `\n${line(141)}`);
    expect(run(lineLengthOf(folder))).toEqual({
      passes: false,
      said: 'planted.ts:2: 141 columns\n',
    });
    rmSync(join(folder, 'planted.ts'));
    mkdirSync(join(folder, 'locales'));
    for (const name of ['locales/planted.ts', 'package-lock.json']) plant(name, line(141));
    expect(run(lineLengthOf(folder)).passes).toBe(true);
  });

  it('a floating promise is refused', () => {
    // Typed lint knows the files of its projects only, so it reads the text as one of the server's.
    // A project of this one file, with the options of all, is read in a fraction of the time.
    const file = join(root, 'server/platform/db/ids.ts');
    const project = { extends: join(root, 'tsconfig.json'), include: [], files: [file] };
    plant('tsconfig.json', JSON.stringify(project));
    const lint = (text: string) =>
      run(
        [
          join(root, 'node_modules/eslint/bin/eslint.js'),
          '--stdin',
          ...['--stdin-filename', file],
          ...['--parser-options', `project:${join(folder, 'tsconfig.json')}`],
        ],
        text,
      );
    const planted = lint('const later = () => Promise.resolve();\nlater();\n');
    expect(planted.passes).toBe(false);
    expect(planted.said).toContain('@typescript-eslint/no-floating-promises');
    expect(planted.said).toContain('1 error');
  });
});
