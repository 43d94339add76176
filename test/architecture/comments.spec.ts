import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = join(__dirname, '../..');
const code = ['bench', 'contracts', 'migrations', 'scripts', 'server', 'test', 'web', 'workers'];
const others = ['docs', 'docker', 'locales'];

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

/** Files of other projects that our comments name. */
const foreign = new Set(['src/index.ts', 'src/JsPsych.ts']);

const comment = /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
/** Matches the comments of configuration files. */
const hashComment = /^[ \t]*#[^\n]*/gm;
/**
 * Matches the name of a file of this repository, with or without folders; it does not match a
 * suffix, a pattern or a package.
 */
const file =
  /(?<![\w:@{}$*./<-])(?:\.{1,2}\/)*((?:[\w@-][\w@.-]*\/)*[\w-][\w.-]*\.(?:tsx?|[mc]js|css|sql|sh))(?![\w/{}*-])/g;
/**
 * Matches the path of a page or data file of this repository. The path must begin with one of these
 * folders, since comments also name files that programs write elsewhere.
 */
const page =
  /(?<![\w:@{}$*./<-])((?:docs|locales|server|test)\/[\w./-]+\.(?:md|json))(?![\w/{}*-])/g;
const folder =
  /(?<![\w:@{}$*./<-])((?:bench|contracts|docs|locales|migrations|platform|scripts|server|test|web|workers)(?:\/[\w-]+)+)(?![\w/.{}*-])/g;

/**
 * Matches two JSDoc comments in a row before one declaration: an editor shows only the second one.
 */
const doubled =
  /\/\*\*(?!\/)([^*]*(?:\*(?!\/)[^*]*)*)\*\/\s*(?=\/\*\*(?!\/)([^*]*(?:\*(?!\/)[^*]*)*)\*\/)/g;
const declaresType = (text = '') => /@(typedef|template|callback|import)\b/.test(text);
const doubledIn = (text: string): string[] =>
  [...text.matchAll(doubled)].flatMap(([, first = '', second]) =>
    declaresType(first) || declaresType(second) ? [] : [first.trim()],
  );

/**
 * Returns every name by which a comment may refer to a file or a folder: its path, and each end of
 * the path (`c.ts`, `b/c.ts`, `a/b/c.ts`).
 */
function namesOf(files: readonly string[]) {
  const named = { files: new Set<string>(), folders: new Set<string>() };
  for (const path of files) {
    const parts = path.split('/');
    parts.forEach((_, from) => {
      named.files.add(parts.slice(from).join('/'));
      // A comment may leave out the suffix of a file, as imports do.
      named.folders.add(parts.slice(from).join('/').replace(/\..*$/, ''));
      for (let to = from + 1; to < parts.length; to++)
        named.folders.add(parts.slice(from, to).join('/'));
    });
  }
  return named;
}

/** Finds the paths in the comments of a text that name no existing file or folder. */
const stalePathsOf = (
  text: string,
  named: ReturnType<typeof namesOf>,
  comments = comment,
): string[] =>
  [...text.matchAll(comments)].flatMap(([found]) => {
    const pathsOf = (pattern: RegExp) => [...found.matchAll(pattern)].map(([, path = '']) => path);
    return [
      ...[...pathsOf(file), ...pathsOf(page)].filter(
        (path) => !named.files.has(path) && !foreign.has(path),
      ),
      ...pathsOf(folder).filter((path) => !named.folders.has(path)),
    ];
  });

describe('comment in the source code', () => {
  const sources = code.flatMap(filesIn);
  const named = namesOf([
    ...sources,
    ...others.flatMap(filesIn),
    ...readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    ),
  ]);

  const texts = sources
    // The architecture tests are left out: they contain wrong paths on purpose, to test that they
    // are reported.
    .filter((path) => /\.(tsx?|[mc]js|css)$/.test(path) && !path.startsWith('test/architecture/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

  it('names only files and folders that exist', () => {
    expect(texts.length).toBeGreaterThan(2_000);
    const stale = texts.flatMap(({ path, text }) =>
      stalePathsOf(text, named).map((missing) => `${path} names ${missing}`),
    );
    expect(stale).toEqual([]);
  });

  it('names only files and folders that exist in configuration files, too', () => {
    const files = [...filesIn('docker'), 'docker-compose.yml', 'Dockerfile'];
    expect(files.length).toBeGreaterThan(3);
    const stale = files.flatMap((path) =>
      stalePathsOf(readFileSync(join(root, path), 'utf8'), named, hashComment).map(
        (missing) => `${path} names ${missing}`,
      ),
    );
    expect(stale).toEqual([]);
    expect(stalePathsOf('# see test/gone.spec.ts', named, hashComment)).toEqual([
      'test/gone.spec.ts',
    ]);
  });

  it.each([
    ['a file that was moved to another folder', '// see sessions/pause.ts', 'sessions/pause.ts'],
    ['a file that was renamed', '/** Like\n * gone.rule.ts. */', 'gone.rule.ts'],
    ['a page that is gone', '// docs/gone.md', 'docs/gone.md'],
    ['a folder that is gone', '/* the counterpart of platform/gone */', 'platform/gone'],
  ])('is found when it names %s', (_, text, missing) => {
    const present = namesOf(['server/enrolment/lifecycle/pause.ts', 'server/platform/db/a.ts']);
    expect(stalePathsOf(text, present)).toEqual([missing]);
  });

  it.each([
    [
      'a file by its name, by its folder and by its whole path',
      '// pause.ts, lifecycle/pause.ts, server/enrolment/lifecycle/pause.ts',
    ],
    ['a module without its suffix, and a folder', '// platform/db, server/platform/db/a'],
    [
      'a suffix, a pattern, an address or a package',
      '// *.rule.ts, .spec.ts, {a,b}.ts, https://x.test/a.ts, @scope/a.js',
    ],
    ['no file outside of comments', "const at = 'sessions/gone.ts';"],
  ])('is not found when it names %s', (_, text) => {
    const present = namesOf(['server/enrolment/lifecycle/pause.ts', 'server/platform/db/a.ts']);
    expect(stalePathsOf(text, present)).toEqual([]);
  });

  it('exists once for each declaration', () => {
    const found = texts.flatMap(({ path, text }) =>
      doubledIn(text).map((first) => `${path}: ${first}`),
    );
    expect(found).toEqual([]);
  });

  it('is reported if a second JSDoc comment on the same declaration follows', () => {
    expect(doubledIn('/** One. */\n/** @param a of it */\nconst f = (a) => a;')).toEqual(['One.']);
    expect(doubledIn('/** @typedef {1} One */\n\n/** Two. */\nconst two = 2;')).toEqual([]);
    expect(doubledIn('/* The file. */\n\n/** Two. */\nconst two = 2;')).toEqual([]);
  });
});
