/**
 * @engines long: a worker gets the job for an export from a queue, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { exportFormats } from '../../../contracts/research-data/research-data';
import { DownloadRead } from '../../../server/research-data/export-job/download/download.read';
import { DeleteOutdatedExportsJob } from '../../../server/research-data/export-job/delete-outdated-exports.job';
import { startApp, type SeparateApp } from '../../support/app/app';
import { startTimeoutMs } from '../../support/app/starting-takes';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { launchHostedStudy, trialRecords, type RunParticipation } from '../runtime/running';
import { studyExportRequestsOf } from './exporting';
import { textOfArchive } from './reading';

let run: SeparateApp;
beforeAll(async () => {
  // This file has its own application, whose workers handle every event of its database.
  run = await startApp();
});
afterAll(() => run.close());

const named = () => launchHostedStudy(run, { privacy_level: 'roster_on_start', capacity: 30 });
const parts = async (id: string): Promise<number> => {
  const [row]: { parts: number }[] = await run.source.query(
    `SELECT count(*)::int AS parts FROM research.study_export_part WHERE export_id = $1`,
    [id],
  );
  return row?.parts ?? 0;
};
const outdated = { status: 409, body: { code: 'export_outdated' } };
const leave = async (t: RunParticipation) => {
  const left = await studyExportRequestsOf(run).running.move(t.id, t.person, 'withdraw-data');
  expect(left.status).toBe(200);
};
const bytesOf = { size: 2, counts: { runs: 1, rows: 3, columns: 5 }, partIds: [] };
const leftOut = { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 0 };

describe('Data that a participant withdraws', () => {
  it('make exports unavailable immediately, are deleted from them, and are absent from the next', async () => {
    const { tookPart, made, fetchFile, one, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const t = await tookPart(r, trialRecords(2), 'completed');
    await tookPart(r, trialRecords(3), 'completed');
    const done = await made(r.study_id, r.researcher);
    const url = done.download_url ?? '';
    await fetchFile(url).expect(200);
    await leave(t);
    const refused = await fetchFile(url);
    expect({
      status: refused.status,
      body: JSON.parse(String(refused.body)) as object,
    }).toMatchObject(outdated);
    await fetchFile(url, { range: 'bytes=1-' }).expect(409);
    expect(await one(r.study_id, r.researcher, done._id)).toMatchObject({
      state: 'outdated',
      size: null,
      download_url: null,
    });
    expect(await parts(done._id)).toBeGreaterThan(0);
    const job = new DeleteOutdatedExportsJob(studyExportRequestsOf(run).state);
    expect(await job.run()).toBe(1);
    expect([await parts(done._id), await job.run()]).toEqual([0, 0]);

    const { data, manifest } = await downloaded(r.study_id, r.researcher);
    expect(data).toHaveLength(3);
    expect(manifest.left_out).toMatchObject({ withdrawn: 1 });
  });

  it('make exports of every format unavailable, and are absent from later ones', async () => {
    const { tookPart, made, fetchFile, downloaded } = studyExportRequestsOf(run);
    const r = await named();
    const t = await tookPart(r, trialRecords(2, 'about-withdrawn'), 'completed');
    await tookPart(r, trialRecords(3, 'about-kept'), 'completed');
    const urls: string[] = [];
    for (const format of exportFormats) {
      const { download_url } = await made(r.study_id, r.researcher, { format });
      urls.push(download_url ?? '');
    }
    await leave(t);
    for (const url of urls) await fetchFile(url).expect(409);
    const [row]: { participant: string }[] = await run.source.query(
      `SELECT encode(pseudonym, 'hex') AS participant FROM research.participation WHERE id = $1`,
      [t.id],
    );
    for (const format of exportFormats) {
      const archive = await downloaded(r.study_id, r.researcher, { format });
      const text = await textOfArchive(archive);
      expect([format, archive.manifest.left_out.withdrawn]).toEqual([format, 1]);
      expect(text).toContain('about-kept');
      for (const gone of ['about-withdrawn', row?.participant.slice(0, 8) ?? '-'])
        expect([format, text.includes(gone)]).toEqual([format, false]);
    }
  }, 60_000);

  it('stop a download in progress', async () => {
    const { tookPart, made, running } = studyExportRequestsOf(run);
    const r = await named();
    const t = await tookPart(r, trialRecords(2), 'completed');
    const { _id } = await made(r.study_id, r.researcher);
    const read = run.app.get(DownloadRead, { strict: false });
    const bytes = read.bytes(_id, 0, 1_000);
    expect((await bytes.next()).done).toBe(false);
    await running.move(t.id, t.person, 'withdraw-data');
    await expect(read.bytes(_id, 10, 1_000).next()).rejects.toThrow('not_found');
  });

  it('restart an export in progress', async () => {
    const { tookPart, ask, state, work, one } = studyExportRequestsOf(run);
    const r = await named();
    const t = await tookPart(r, trialRecords(2), 'completed');
    const { _id } = (await ask(r.study_id, r.researcher)).body;
    const begun = await state.begin(_id);
    const attempt = { exportId: _id, tries: begun?.tries ?? 0 };
    await state.keep(attempt, 0, Buffer.from('PK'));
    await leave(t);
    const all = { ...bytesOf, left_out: leftOut, runIds: [t.run._id], hasImported: false };
    expect(await state.finish(attempt, all)).toBe('runs gone');
    await work(r.study_id, _id);
    expect(await one(r.study_id, r.researcher, _id)).toMatchObject({
      state: 'ready',
      runs: 0,
      left_out: { withdrawn: 1 },
    });
    // The parts of the earlier attempt are deleted, so the server accepts no further part of it.
    expect(await state.keep(attempt, 2, Buffer.from('PK'))).toBe(false);
  });

  it('are in no export that finishes concurrently', async () => {
    const { tookPart, ask, state, one } = studyExportRequestsOf(run);
    const outcomes = new Set<string>();
    const r = await named();
    const all = await Promise.all(Array.from({ length: 6 }, () => tookPart(r, [], 'completed')));
    for (const t of all) {
      const { _id } = (await ask(r.study_id, r.researcher)).body;
      const attempt = { exportId: _id, tries: (await state.begin(_id))?.tries ?? 0 };
      const whole = { ...bytesOf, left_out: leftOut, runIds: [t.run._id], hasImported: false };
      const [finished] = await Promise.all([state.finish(attempt, whole), leave(t)]);
      const { state: told } = await one(r.study_id, r.researcher, _id);
      expect(finished === 'runs gone' ? 'running' : 'outdated').toBe(told);
      outcomes.add(finished);
      await state.giveUp(attempt, 'other');
    }
    expect([...outcomes]).not.toContain('not wanted');
  });
});

describe('An export of research data', () => {
  it(
    'is made by the workers, one at a time for a study, and its download can be resumed',
    async () => {
      const { tookPart, ask, one, fetchFile, unpack } = studyExportRequestsOf(run);
      const r = await named();
      await tookPart(r, trialRecords(5), 'completed');
      const asked = await ask(r.study_id, r.researcher, { format: 'json' });
      expect(asked).toMatchObject({ status: 202, body: { state: 'waiting', progress: 0 } });
      const second = await ask(r.study_id, r.researcher);
      expect(second).toMatchObject({ status: 409, body: { code: 'export_under_way' } });
      const workers = await startTestWorkers(run);
      const done = await eventually(
        () => one(r.study_id, r.researcher, asked.body._id),
        ({ state }) => state === 'ready',
      );
      await workers.close();
      const url = done.download_url ?? '';
      const size = done.size ?? 0;
      const first = await fetchFile(url, { range: 'bytes=0-99' }).expect(206);
      const etag = String(first.headers.etag);
      const rest = await fetchFile(url, { range: 'bytes=100-', 'if-range': etag }).expect(206);
      expect(rest.headers['content-range']).toBe(`bytes 100-${size - 1}/${size}`);
      const whole = Buffer.concat([first.body as Buffer, rest.body as Buffer]);
      expect(unpack(whole).data).toHaveLength(5);
    },
    startTimeoutMs,
  );

  it('can be downloaded at its address while the sign-in and the role in the study last', async () => {
    const { tookPart, made, fetchFile, makeEditor, running } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run);
    await tookPart(r, trialRecords(1), 'completed');
    const editor = await makeEditor(r.study_id);
    const url = (await made(r.study_id, editor)).download_url ?? '';
    await fetchFile(url).expect(200);
    const altered = new URL(url);
    altered.searchParams.set('expires', String(Date.now() + 10 ** 9));
    await fetchFile(altered.href).expect(404);
    const [{ count } = { count: 0 }]: { count: number }[] = await run.source.query(
      `SELECT count(*)::int AS count FROM platform.audit
       WHERE action = 'study-data-exported' AND actor_id = $1`,
      [editor._id],
    );
    expect(count).toBe(2);
    await run
      .http()
      .delete(`/api/studies/${r.study_id}/collaborators/${editor._id}/`)
      .set(r.researcher.headers)
      .expect(204);
    await fetchFile(url).expect(404);
    expect((await running.ask('GET', `/api/studies/${r.study_id}/exports/`, editor)).status).toBe(
      403,
    );
  });
});
