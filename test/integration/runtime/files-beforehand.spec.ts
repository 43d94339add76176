import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { countLockWaits } from '../../support/engines/locks';
import { eventually } from '../../support/chance/wait';
import { launchHostedStudy, runRequestsOf } from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

interface File {
  path: string;
  bytes: number;
  mime: string;
}
/** Inserts the rows of files as an upload does; no test reads their content. */
async function withFiles(study_id: string, files: readonly File[]): Promise<void> {
  const made = files.map((file) => ({
    ...file,
    sha256: randomUUID().replaceAll('-', '').repeat(2),
  }));
  await run.source.query(
    `INSERT INTO platform.stored_file (sha256, size, type)
     SELECT sha256, bytes, 'application/octet-stream'
     FROM jsonb_to_recordset($1::jsonb) AS f (sha256 text, bytes integer)`,
    [JSON.stringify(made)],
  );
  await run.source.query(
    `INSERT INTO research.study_version_file (version_id, path, sha256, bytes, mime)
     SELECT v.id, f.path, f.sha256, f.bytes, f.mime FROM research.study_version v
     CROSS JOIN jsonb_to_recordset($2::jsonb) AS f (path text, sha256 text, bytes integer, mime text)
     WHERE v.study_id = $1`,
    [study_id, JSON.stringify(made)],
  );
}
const image = (path: string, bytes: number): File => ({ path, bytes, mime: 'image/png' });

describe('The files that a page loads before a study begins', () => {
  it('are those that pages request while they run: images, sound, films and lists', async () => {
    const r = await launchHostedStudy(run);
    await withFiles(r.study_id, [
      { path: 'index.html', bytes: 900, mime: 'text/html' },
      { path: 'study.js', bytes: 900, mime: 'text/javascript' },
      { path: 'study.js.map', bytes: 900, mime: 'application/json' },
      { path: 'font.woff2', bytes: 900, mime: 'font/woff2' },
      image('empty.png', 0),
      image('b/ä.png', 300),
      { path: 'a.mp3', bytes: 200, mime: 'audio/mpeg' },
      { path: 'film.mp4', bytes: 400, mime: 'video/mp4' },
      { path: 'list.json', bytes: 100, mime: 'application/json' },
      { path: 'list.csv', bytes: 100, mime: 'text/csv' },
    ]);
    const { run: started } = await runRequestsOf(run).take(r);
    expect(started.files).toEqual([
      { path: 'list.csv', bytes: 100 },
      { path: 'list.json', bytes: 100 },
      { path: 'a.mp3', bytes: 200 },
      { path: 'b/ä.png', bytes: 300 },
      { path: 'film.mp4', bytes: 400 },
    ]);
  });

  it('are 50 MB at most, the smallest first', async () => {
    const r = await launchHostedStudy(run);
    await withFiles(r.study_id, [
      image('larger.png', 30_000_000),
      image('large.png', 20_000_000),
      image('small.png', 1_000_000),
      image('huge.png', 60_000_000),
    ]);
    const { run: started } = await runRequestsOf(run).take(r);
    expect(started.files.map(({ path }) => path)).toEqual(['small.png', 'large.png']);
  });

  it('are a thousand files at most', async () => {
    const r = await launchHostedStudy(run);
    const many = Array.from({ length: 1_005 }, (_, n) => image(`${n}.png`, 10));
    await withFiles(r.study_id, many);
    const { run: started } = await runRequestsOf(run).take(r);
    expect(started.files).toHaveLength(1_000);
  });

  it('are those that the researchers name, by file or folder and of any type; the researchers may also name none', async () => {
    const r = await launchHostedStudy(run);
    await withFiles(r.study_id, [
      image('a.png', 100),
      image('faces/b.png', 200),
      image('facesc.png', 300),
      { path: 'faces/d.bin', bytes: 400, mime: 'application/octet-stream' },
      { path: 'faces/e.js', bytes: 500, mime: 'text/javascript' },
    ]);
    const started = async (files: unknown, begins_without: boolean) => {
      await run.source.query(
        `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime,beforehand}', $2::jsonb)
         WHERE id = $1`,
        [r.session_id, JSON.stringify({ files, begins_without })],
      );
      return (await runRequestsOf(run).take(r)).run;
    };
    const named = await started(['faces/', 'a.png'], true);
    expect(named.files.map(({ path }) => path)).toEqual(['a.png', 'faces/b.png', 'faces/d.bin']);
    expect(named.begins_without).toBe(true);
    const none = await started('none', false);
    expect([none.files, none.begins_without]).toEqual([[], false]);
    expect((await started('all', false)).files).toHaveLength(3);
  });

  it('are none for a study that consists of pages and scripts', async () => {
    const { run: started } = await runRequestsOf(run).take(await launchHostedStudy(run));
    expect(started.files).toEqual([]);
  });
});

describe('The first start of a version', () => {
  it('reads the list of files before its transaction, so that a start that waits for it holds no lock', async () => {
    const r = await launchHostedStudy(run);
    await withFiles(r.study_id, [image('a.png', 10)]);
    const { take } = runRequestsOf(run);
    const holder = run.source.createQueryRunner();
    try {
      await holder.connect();
      await holder.startTransaction();
      await holder.query('LOCK TABLE research.study_version_file IN ACCESS EXCLUSIVE MODE');
      const both = Promise.all([take(r), take(r)]);
      // The server sends one query for both requests, and the query waits for the table.
      await eventually(
        () => countLockWaits(run.source),
        (waiting) => waiting === 1,
      );
      const held: { relation: string }[] = await run.source.query(
        `SELECT DISTINCT l.relation::regclass::text AS relation
         FROM pg_locks l JOIN pg_locks waits ON waits.pid = l.pid AND NOT waits.granted
         JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
         WHERE l.granted AND l.relation IS NOT NULL`,
      );
      expect(held).toEqual([]);
      const runs: object[] = await run.source.query(
        `SELECT 1 FROM research.run WHERE session_id = $1`,
        [r.session_id],
      );
      expect(runs).toEqual([]);
      await holder.rollbackTransaction();
      for (const { run: started } of await both)
        expect(started.files).toEqual([{ path: 'a.png', bytes: 10 }]);
    } finally {
      await holder.release();
    }
  });
});
