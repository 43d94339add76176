import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findCircles } from '../../scripts/gates/folder-circles.mjs';
import { tablesOfOtherContexts } from '../../scripts/gates/sql-ownership.mjs';

const root = resolve(__dirname, '../..');
let project: string;

/** Writes files into an empty project of the product's layout. */
function plant(files: Record<string, string>): void {
  for (const folder of ['contracts', 'server', 'workers', 'web/src'])
    mkdirSync(join(project, folder), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

interface Ran {
  code: number;
  output: string;
}
const run = (...args: string[]): Promise<Ran> =>
  promisify(execFile)(process.execPath, args, { cwd: root }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, output: stdout };
    },
  );

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'commonlab-gates-'));
});
afterEach(() => rmSync(project, { recursive: true }));

describe('gate for cycles of folders', () => {
  const gate = () => run('scripts/gates/folder-circles.mjs', project);

  it('accepts imports from lower contexts', async () => {
    plant({
      'server/studies/study.read.ts': `import { person } from '../access/person';\n`,
      'server/access/person.ts': 'export const person = 1;\n',
    });
    expect(await gate()).toEqual({ code: 0, output: '' });
  });

  it('refuses two contexts that import each other, and reports an import of each', async () => {
    plant({
      'server/studies/study.read.ts': `import { seat } from '../enrolment/seat';\n`,
      'server/enrolment/seat.ts': `import { study } from '../studies/study';\n`,
      'server/studies/study.ts': 'export const study = 1;\n',
    });
    const { code, output } = await gate();
    expect(code).toBe(1);
    expect(output).toContain('A circle in server: enrolment, studies');
    expect(output).toContain('server/studies/study.read.ts -> server/enrolment/seat');
  });

  it('refuses two features of the web app that import each other', () => {
    plant({
      'web/src/features/one/a.tsx': `import { b } from '../two/b';\n`,
      'web/src/features/two/b.tsx': `import { a } from '../one/a';\n`,
    });
    expect(findCircles(project)).toHaveLength(1);
  });
});

describe('gate for cycles of folders inside a context', () => {
  const output = () => findCircles(project).join('\n');
  const seat = (imported: string) => ({
    'server/enrolment/seats/seat.ts': `${imported}\nexport const seat = 1;\n`,
    'server/enrolment/sessions/session.ts': `import { seat } from '../seats/seat';\n`,
  });

  it('refuses two sub-folders that import each other', () => {
    plant(seat(`import { session } from '../sessions/session';`));
    expect(output()).toContain('A circle in server/enrolment: seats, sessions');
    expect(output()).toContain(
      'server/enrolment/seats/seat.ts -> server/enrolment/sessions/session.ts',
    );
  });

  it.each([
    ['an import of a type', `import type { session } from '../sessions/session';`],
    ['an import at run time', `const later = import('../sessions/session');`],
    ['an export of what is imported', `export { session } from '../sessions/session';`],
  ])('refuses a cycle through %s', (_, imported) => {
    plant(seat(imported));
    expect(findCircles(project)).toHaveLength(1);
  });

  it('refuses a sub-folder and a sibling file that import each other, at any depth', () => {
    plant({
      'web/src/features/one/form/rich/a.tsx': `import { b } from '../b';\n`,
      'web/src/features/one/form/b.tsx': `import { a } from './rich/a';\n`,
      'scripts/lib/one/a.mjs': `import { b } from '../b.mjs';\n`,
      'scripts/lib/b.mjs': `import { a } from './one/a.mjs';\n`,
    });
    expect(output()).toContain('A circle in web/src/features/one/form: b.tsx, rich');
    expect(output()).toContain('A circle in scripts/lib: b.mjs, one');
  });

  it('accepts imports in one direction, and any imports of specs', () => {
    plant({
      ...seat(''),
      'server/enrolment/seats/seat.spec.ts': `import { session } from '../sessions/session';\n`,
    });
    expect(findCircles(project)).toEqual([]);
  });
});

describe('gate for layers', () => {
  const gate = () =>
    promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'err', 'server'],
      ],
      { cwd: project },
    ).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );

  it('accepts an import from a context listed earlier', async () => {
    plant({
      'tsconfig.json': '{}',
      'server/notices/digest.ts': `export { seat } from '../enrolment/seat';\n`,
      'server/enrolment/seat.ts': 'export const seat = 1;\n',
    });
    expect(await gate()).toContain('no dependency violations found');
  });

  it('refuses an import from a context listed later, or on the same level', async () => {
    plant({
      'tsconfig.json': '{}',
      'server/slots/slot.ts': `export { digest } from '../notices/digest';\n`,
      'server/notices/digest.ts': 'export const digest = 1;\n',
      'server/studies/study.ts': `export { review } from '../researchers/review';\n`,
      'server/researchers/review.ts': 'export const review = 1;\n',
    });
    const output = await gate();
    expect(output).toContain('slots-imports-what-is-below-it: server/slots/slot.ts');
    expect(output).toContain('studies-imports-what-is-below-it: server/studies/study.ts');
  });
});

describe('gate for tables of other contexts', () => {
  const owners = new Map([
    ['research.study', 'studies'],
    ['identity.account', 'access'],
    ['platform.outbox', 'platform'],
  ]);
  const views = new Set(['research.study_profile']);
  const foreign = (file: string, text: string) =>
    tablesOfOtherContexts(file, text, { owners, views });

  it('accepts a context’s own tables, declared views and the outbox', () => {
    expect(foreign('server/studies/a.read.ts', 'SELECT 1 FROM research.study')).toEqual([]);
    expect(
      foreign(
        'server/enrolment/a.read.ts',
        'SELECT 1 FROM research.study_profile; INSERT INTO platform.outbox',
      ),
    ).toEqual([]);
  });

  it('refuses a table of another context, and reports the line', () => {
    expect(
      foreign('server/enrolment/seats/a.ts', '// why\nconst a = `FROM research.study`;'),
    ).toEqual(['server/enrolment/seats/a.ts:2 names research.study, a table of studies']);
    expect(foreign('workers/relay.ts', '`FROM identity.account`')).toHaveLength(1);
  });

  it('ignores comments and the names of events', () => {
    expect(
      foreign('server/enrolment/a.ts', "/* research.study */ 'identity.account-purged'"),
    ).toEqual([]);
  });
});
