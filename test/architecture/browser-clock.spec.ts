import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..', 'web/src');

/** The browser's own clock, which may be wrong by hours and may be set while a page is open. */
const clock = /\bDate\.now\(\)|\bnew Date\(\)|\bDate\(\)|Temporal\.Now/;

/**
 * Files that may read the browser's clock, each with the reason. All other code takes the present
 * moment from `serverNow()` and measures durations by `performance.now()`.
 */
const mayRead: Readonly<Record<string, string>> = {
  'lib/http/server-clock.ts': 'before the server has answered',
  'lib/live/heartbeat.ts': 'shown: when the server was last heard',
  'domain/sessions/connection-state.tsx': 'shown: holds the place of a time',
  'lib/pending-registration.ts': 'written and read by this browser alone, a day apart at most',
  'features/account/password/stored-reset.ts': 'written and read by this browser alone',
  'features/account/sign-in/stored-challenge.ts': 'written and read by this browser alone',
  'domain/decisions/pending-decisions.ts': 'ten seconds of this page, in which it undoes',
  'domain/decisions/pending-notice.tsx': 'ten seconds of this page, in which it undoes',
  'features/study-editor/draft/study-draft.ts': 'shown: when this page saved',
  'features/experiment-builder/draft/builder-draft.ts': 'shown: when this page saved',
  'runner/records/record-store.ts': 'the age of what this browser keeps',
  'runner/files/file-store.ts': 'the age of what this browser keeps',
  'runner/frame/storage/storage.ts': "a study's own cookies, as a browser ends them",
};

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.spec)\.tsx?$/.test(file) && !file.startsWith('test/'),
);
const reading = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
    .some((line) => clock.test(line));

describe('use of the browser’s clock in the source code', () => {
  it.each([
    'const left = Date.parse(slot.ends_at) - Date.now();',
    '  now = new Date(),',
    'if (new Date(closes_at) < new Date()) return;',
  ])('is detected in %s', (text) => expect(reading(text)).toBe(true));
  it.each(['// Date.now() may be wrong', 'new Date(at).getTime()', 'const now = serverNow();'])(
    'is not reported where a text only looks like it: %s',
    (text) => expect(reading(text)).toBe(false),
  );

  it('occurs only in the files that state a reason', () => {
    expect(sources.length).toBeGreaterThan(600);
    const found = sources.filter((file) => reading(readFileSync(join(root, file), 'utf8')));
    expect(found.sort()).toEqual(Object.keys(mayRead).sort());
  });
});
