import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { newWriterId, launchHostedStudy, runRequestsOf } from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

describe('The address of a study’s files', () => {
  it('is the same for every start of one run, so that repeated starts add no rows', async () => {
    const { take, start } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const [mine, theirs] = [await take(r), await take(r)];
    const again = await Promise.all(
      Array.from({ length: 5 }, () => start(mine.id, mine.person, newWriterId())),
    );
    expect(again.map(({ body }) => body.url)).toEqual(again.map(() => mine.run.url));
    const next = await start(mine.id, mine.person, mine.writer, { attempt: 2 });
    expect(new Set([mine.run.url, theirs.run.url, next.body.url]).size).toBe(3);
    const rows = await run.source.query<{ count: number }[]>(
      `SELECT count(*)::int FROM research.study_serving s
       JOIN research.study_version v ON v.id = s.version_id WHERE v.study_id = $1`,
      [r.study_id],
    );
    expect(rows).toEqual([{ count: 3 }]);
  });
});
