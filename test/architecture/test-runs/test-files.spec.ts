import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');
let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'commonlab-test-files-'));
});
afterEach(() => rmSync(project, { recursive: true }));

/** Runs the check for a project with these files. @returns its output */
async function outputFor(files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return promisify(execFile)(process.execPath, ['scripts/gates/test-files.mjs', project], {
    cwd: root,
  }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}
const lines = (count: number) => 'const line = 1;\n'.repeat(count);

describe('gate for test files', () => {
  it('accepts short files and known tags', async () => {
    expect(
      await outputFor({
        'server/a.spec.ts': lines(250),
        'test/integration/live/live.spec.ts': `/** @engines both: sockets */\nimport '../../support/app/watcher';\n`,
      }),
    ).toBe('');
  });

  it('refuses a file over its limit, and names it', async () => {
    expect(
      await outputFor({ 'web/src/long.spec.tsx': lines(401), 'server/a.spec.ts': lines(1) }),
    ).toContain('web/src/long.spec.tsx: 401 lines, at most 400');
  });

  it('refuses test files of which more than one in ten has over 250 lines, even if none exceeds 400', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [`server/${i}.spec.ts`, lines(i < 8 ? 10 : 300)]),
    );
    expect(await outputFor(files)).toContain(
      'one test file in ten has 300 lines or more; at most 250 are allowed',
    );
  });

  it.each([
    ['a lane that does not exist', '/** @lane fast */', 'there is no lane "fast"'],
    ['engines that do not exist', '/** @engines redis */', 'not "redis"'],
  ])('refuses %s', async (_, head, sentence) => {
    expect(await outputFor({ 'test/integration/a.spec.ts': `${head}\n` })).toContain(sentence);
  });

  it('requires a tag for a file that does more in the long run than before a merge', async () => {
    const file = `import { isLong } from '../../support/chance/lanes';\n`;
    const path = 'test/integration/mail/a.spec.ts';
    expect(await outputFor({ [path]: file })).toContain(`${path}: does more in the long run`);
    expect(await outputFor({ [path]: `/** @long all seeds */\n${file}` })).toBe('');
  });

  it('requires a tag for the queue engines (Redis, PostgreSQL) of a file that starts workers', async () => {
    expect(
      await outputFor({
        'test/integration/mail/a.spec.ts': `import { startTestWorkers } from '../../support/app/workers';\n`,
      }),
    ).toContain('test/integration/mail/a.spec.ts: reaches a queue');
  });
});
