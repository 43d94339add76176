import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileChangedFiles, contentHash, programRoots } from './compile.mjs';
import { ROOT } from './paths.mjs';
import { removeDir } from './processes/state.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compile-spec-'));
  mkdirSync(join(root, 'server/platform'), { recursive: true });
  write(
    'server/main.ts',
    "import { part } from './platform/part';\nexport const whole = `${part}!`;\nexport const late = () => import('jose');\n",
  );
  write('server/platform/part.ts', "export const part: string = 'part';\n");
});
afterEach(() => removeDir(root));

/** Writes a source file for a test. @param {string} file @param {string} text */
const write = (file, text) => writeFileSync(join(root, file), text);
/** @param {string} file */
const output = (file) => readFileSync(join(root, 'dist', file), 'utf8');
const build = () => compileChangedFiles({ root, out: join(root, 'dist'), folders: ['server'] });

test('a first build outputs CommonJS with source maps, and keeps dynamic imports', async () => {
  expect(await build()).toEqual({ compiled: 2, total: 2 });
  expect(output('server/main.js')).toContain('require("./platform/part")');
  expect(output('server/main.js')).toContain("import('jose')");
  expect(JSON.parse(output('server/main.js.map'))).toMatchObject({
    sources: ['../../server/main.ts'],
  });
});

test('a second build compiles nothing, even if the time of a file changed', async () => {
  await build();
  utimesSync(join(root, 'server/main.ts'), new Date(), new Date());
  expect(await build()).toEqual({ compiled: 0, total: 2 });
});

test('only changed files are compiled again', async () => {
  await build();
  const before = statSync(join(root, 'dist/server/main.js')).mtimeMs;
  write('server/platform/part.ts', "export const part: string = 'other';\n");
  expect(await build()).toEqual({ compiled: 1, total: 2 });
  expect(output('server/platform/part.js')).toContain('other');
  expect(statSync(join(root, 'dist/server/main.js')).mtimeMs).toBe(before);
});

test('a deleted output is built again', async () => {
  await build();
  rmSync(join(root, 'dist/server/main.js'));
  expect((await build()).compiled).toBe(1);
});

test('the output of a deleted source is deleted', async () => {
  await build();
  rmSync(join(root, 'server/platform/part.ts'));
  await build();
  expect(existsSync(join(root, 'dist/server/platform/part.js'))).toBe(false);
  expect(existsSync(join(root, 'dist/server/platform/part.js.map'))).toBe(false);
});

test('specs are not built, and other files are copied', async () => {
  write('server/main.spec.ts', 'test');
  write('server/words.json', '{"a":1}');
  await build();
  expect(existsSync(join(root, 'dist/server/main.spec.js'))).toBe(false);
  expect(output('server/words.json')).toBe('{"a":1}');
});

test('decorators emit the type metadata that dependency injection reads', async () => {
  write(
    'server/part.service.ts',
    'declare const Injectable: ClassDecorator;\nexport class Dep {}\n@Injectable\n' +
      'export class Service { constructor(private readonly dep: Dep) {} }\n',
  );
  await build();
  expect(output('server/part.service.js')).toContain('design:paramtypes');
});

test('a syntax error stops the build, and the next build tries again', async () => {
  write('server/platform/part.ts', 'export const part: = 1;');
  await expect(build()).rejects.toThrow();
  write('server/platform/part.ts', "export const part = 'mended';\n");
  expect((await build()).compiled).toBe(2);
});

test('output left incomplete by a failed build is built again, even if the source was restored', async () => {
  await build();
  const good = readFileSync(join(root, 'server/platform/part.ts'), 'utf8');
  write('server/platform/part.ts', "export const part: string = 'other';\n");
  write('server/main.ts', 'export const = ;\n');
  await expect(build()).rejects.toThrow();
  // Writes the empty file that remains if a process ends between opening and writing a file.
  writeFileSync(join(root, 'dist/server/platform/part.js'), '');
  write('server/platform/part.ts', good);
  write('server/main.ts', 'export const whole = 1;\n');
  expect(await build()).toEqual({ compiled: 2, total: 2 });
  expect(output('server/platform/part.js')).toContain("'part'");
});

test('the content hash depends on contents and names of files', async () => {
  const first = await contentHash(root, ['server']);
  expect(await contentHash(root, ['server'])).toBe(first);
  write('server/new.ts', '');
  expect(await contentHash(root, ['server'])).not.toBe(first);
});

test('nest-cli.json lists every folder that becomes a program', () => {
  expect(programRoots(ROOT).sort()).toEqual(['contracts', 'migrations', 'server', 'workers']);
});
