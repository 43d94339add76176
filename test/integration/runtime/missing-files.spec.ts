/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { listRunErrors, listRuns } from '../../../contracts/runtime/runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { missingFileLimits } from '../../../server/runtime/missing-files/missing-file-counts.rule';
import { MissingFilesOfRuns } from '../../../server/runtime/missing-files/missing-files-of-runs';
import { RunCountsRead } from '../../../server/runtime/watching/run-counts.read';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RecruitingStudy } from '../../support/people/recruiting';
import {
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  sha256Of,
  trialRecords,
  type RunParticipation,
} from './running';

const clock = new TestClock();
let run: RunningApp;
const day = 86_400_000;
beforeAll(async () => {
  clock.advance((1.5 * day - (clock.now().getTime() % day)) % day);
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const levelled = (privacy_level: PrivacyLevel) => launchHostedStudy(run, { privacy_level });
/** Requests files below the address of a run, as the run's frame does. */
const askFor = async ({ run: { url } }: RunParticipation, ...paths: string[]) => {
  const folder = new URL(url).pathname.replace('index.html', '');
  for (const path of paths) await run.http().get(`${folder}${path}`).expect(404);
};
const written = () => run.app.get(MissingFilesOfRuns).write();
const seenBy = async (r: RecruitingStudy) => {
  const { ask } = runRequestsOf(run);
  const at = `/api/sessions/${r.session_id}`;
  const { body: list } = await ask<EndpointResponseBody<typeof listRuns>>(
    'GET',
    `${at}/runs/`,
    r.researcher,
  );
  const { body: errors } = await ask<EndpointResponseBody<typeof listRunErrors>>(
    'GET',
    `${at}/run-errors/`,
    r.researcher,
  );
  return { list, errors: errors.items };
};
const rowsOf = (t: RunParticipation): Promise<{ file: string; times: number }[]> =>
  run.source.query(`SELECT file, times FROM research.run_error WHERE run_id = $1 ORDER BY file`, [
    t.run._id,
  ]);

describe('A file that failed to load before the study began', () => {
  const notLoaded = (file: string, why: string) => ({
    kind: 'event' as const,
    data: JSON.stringify({ type: 'file_not_loaded', file, why }),
  });

  it('is shown to researchers with its reason, also in a run with recordings, and counts as an error', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const [first, second] = [await take(r), await take(r)];
    await send(first, recordsToSend([notLoaded('ads/a.png', 'blocked'), ...trialRecords(1)]));
    const bytes = Buffer.from('sound');
    const announced = {
      ...{ name: 'voice.webm', type: 'audio/webm' },
      ...{ bytes: bytes.length, sha256: sha256Of(bytes).toString('hex') },
    };
    const recording = { kind: 'file' as const, data: JSON.stringify(announced) };
    const mixed = [notLoaded('ads/a.png', 'blocked'), notLoaded('b.mp3', 'incomplete'), recording];
    await send(second, recordsToSend(mixed));
    const files: object[] = await run.source.query(
      'SELECT name FROM research.run_file WHERE run_id = $1',
      [second.run._id],
    );
    expect(files).toHaveLength(1);
    const { errors, list } = await seenBy(r);
    const kind = { kind: 'not_loaded', line: null, times: null };
    expect(errors).toMatchObject([
      { ...kind, message: 'blocked', file: 'ads/a.png', runs: 2 },
      { ...kind, message: 'incomplete', file: 'b.mp3', runs: 1 },
    ]);
    expect(list.items.map((line) => line.errors).sort()).toEqual([1, 2]);
    expect(list.totals).toMatchObject({ with_errors: 2, with_missing_files: 0 });
  });
});

describe('A file that a study requests and its version does not have', () => {
  it('is shown to its researchers with path, number of requests, and number of runs', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const [first, second, none] = [await take(r), await take(r), await take(r)];
    await askFor(first, 'img/faces%201.png?n=1', 'img/faces%201.png', 'sound.mp3');
    await askFor(second, 'img/faces%201.png');
    await written();
    await askFor(second, 'img/faces%201.png');
    await written();
    const code = { type: 'error', message: 'no sound', file: 'task.js', line: 3 };
    const event = { kind: 'event' as const, data: JSON.stringify(code) };
    await send(second, recordsToSend([event, ...trialRecords(1)]));
    const { list, errors } = await seenBy(r);
    const of = new Map(list.items.map((line) => [line._id, [line.missing_files, line.errors]]));
    expect([first, second, none].map(({ run: { _id } }) => of.get(_id))).toEqual([
      [2, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(list.totals).toMatchObject({ with_missing_files: 2, with_errors: 2 });
    const told = await run.app.get(RunCountsRead).ofSessions('roster_on_start', [r.session_id]);
    expect(told.get(r.session_id)?.errors).toBe(list.totals.with_errors);
    const missing = { kind: 'missing_file', message: '', line: null };
    expect(errors[0]).toMatchObject({ ...missing, file: 'img/faces 1.png', runs: 2, times: 4 });
    expect(errors).toHaveLength(3);
    expect(errors).toContainEqual(
      expect.objectContaining({ ...missing, file: 'sound.mp3', runs: 1, times: 1 }),
    );
    expect(errors).toContainEqual(
      expect.objectContaining({ kind: 'error', message: 'no sound', runs: 1, times: null }),
    );
  });

  it('is listed in a blinded session without its runs, since a file name can reveal the condition', async () => {
    const { take } = runRequestsOf(run);
    const blinded: Conditions = {
      ...{ draw: 'least_filled', repeats: 1, blinded: true },
      cells: ['A', 'B'].map((name) => ({ name, share: 1, values: {} })),
    };
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' }, blinded);
    await askFor(await take(r), 'group-b/face.png');
    await written();
    const { list, errors } = await seenBy(r);
    expect(list.items.map((line) => line.missing_files)).toEqual([null]);
    expect(list.totals).toMatchObject({ with_missing_files: 1 });
    expect(errors).toMatchObject([{ file: 'group-b/face.png', runs: 1 }]);
  });

  it('costs a bounded number of rows, however many requests arrive', async () => {
    const { take } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const [one, other] = [await take(r), await take(r)];
    for (let n = 0; n < 50; n++) await askFor(one, `${n}.png`);
    await written();
    for (let n = 50; n < 100; n++) await askFor(one, `${n}.png`, '7.png');
    await askFor(other, 'a.png');
    await written();
    const rows = await rowsOf(one);
    expect(rows).toHaveLength(missingFileLimits.paths);
    expect(rows.filter(({ times }) => times > 1)).toEqual([{ file: '7.png', times: 51 }]);
    expect(await rowsOf(other)).toEqual([{ file: 'a.png', times: 1 }]);
  });

  it('is recorded after the lock on the run is released, and no request waits for that', async () => {
    const { take } = runRequestsOf(run);
    const t = await take(await levelled('roster_on_start'));
    const holder = run.source.createQueryRunner();
    try {
      await holder.connect();
      await holder.startTransaction();
      await holder.query('SELECT 1 FROM research.run WHERE id = $1 FOR NO KEY UPDATE', [t.run._id]);
      await askFor(t, 'a.png');
      await written();
      expect(await rowsOf(t)).toEqual([]);
      await holder.commitTransaction();
    } finally {
      await holder.release();
    }
    await written();
    expect(await rowsOf(t)).toEqual([{ file: 'a.png', times: 1 }]);
  });

  it('is shown for an anonymous session on the day after the run, and then does not change', async () => {
    const { take, move } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const t = await take(r);
    await askFor(t, 'a-2026-11-26T10:11:12Z.png');
    await written();
    expect((await seenBy(r)).errors).toEqual([]);
    expect((await seenBy(r)).list.totals.with_missing_files).toBe(0);
    await move(t.id, t.person, 'withdraw');
    clock.advance(day);
    await askFor(t, 'later.png', 'a-2026-11-26T10:11:12Z.png');
    await written();
    const { errors, list } = await seenBy(r);
    expect(list.totals.with_missing_files).toBe(1);
    expect(errors).toMatchObject([{ kind: 'missing_file', runs: 1, times: 1 }]);
    expect(errors[0]?.file).not.toContain('10:11');
  });

  it('is not recorded for a run with withdrawn data, and is deleted with the data', async () => {
    const { take, move } = runRequestsOf(run);
    const t = await take(await levelled('roster_on_start'));
    await askFor(t, 'a.png');
    await written();
    for (const action of ['withdraw', 'withdraw-data'])
      expect((await move(t.id, t.person, action)).status).toBe(200);
    await askFor(t, 'b.png');
    await written();
    expect(await rowsOf(t)).toEqual([]);
  });
});
