/** Two installations: a bundle carries recordings from one to the other, if they were requested. */
import { TestClock, type RunningApp, type SeparateApp } from '../../../support/app/app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { bundleRequestsOf, binaryFilesIn, bundleHashesOf, bundleIndexIn } from './bundling';
import { studyExportRequestsOf } from '../exporting';
import { hashOf, makeRunWithFiles, webmBytes } from '../recorded';
import { startTwoInstallations, type TwoInstallations } from './two-installations';

const clock = new TestClock();
const day = 86_400_000;
let two: TwoInstallations;
let here: RunningApp;
let there: SeparateApp;
let colleague: TestPerson;
beforeAll(async () => {
  two = await startTwoInstallations(clock);
  ({ here, there } = two);
  colleague = await makeResearcher(there.source);
});
afterAll(() => two.close());

const withThem = { recordings: true };
const place = (bytes: Buffer) => `data/recordings/${hashOf(bytes)}`;
async function launched(privacy_level = 'roster_on_start'): Promise<RecruitingStudy> {
  const r = await recruit(here, { capacity: 50, privacy_level });
  await bundleRequestsOf(here).withFiles(r);
  return r;
}
const bundled = async (r: RecruitingStudy, more: object = withThem) => {
  clock.advance(day);
  return bundleRequestsOf(here).bundled(r.study_id, r.researcher, more);
};

describe('A bundle with recordings', () => {
  it('contains each byte for byte, and the bundle made after its import has the same hashes', async () => {
    const r = await launched();
    const [voice, face, same] = [webmBytes(1_200_000), webmBytes(700), webmBytes(500)];
    await makeRunWithFiles(here, r, [
      [voice, '../voice 1.webm'],
      [same, 'same.webm'],
    ]);
    await makeRunWithFiles(here, r, [
      [face, 'face.webm', 'video/webm'],
      [same, 'same.webm'],
    ]);
    const bundle = await bundled(r);
    const files = binaryFilesIn(bundle);
    for (const one of [voice, face, same]) expect(files[place(one)]?.equals(one)).toBe(true);
    expect(bundleIndexIn(bundle)).toMatchObject({
      format_version: 2,
      recordings: { included: 4, missing: 0, withheld: 0 },
    });
    const { study_id, data } = await bundleRequestsOf(there).imported(colleague, bundle);
    expect(data).toMatchObject({
      runs: 2,
      recordings: 4,
      sha256: bundleIndexIn(bundle).data_sha256,
    });
    const own = await bundleRequestsOf(there).bundled(study_id, colleague, withThem);
    expect(bundleHashesOf(bundleIndexIn(own))).toEqual(bundleHashesOf(bundleIndexIn(bundle)));
  });

  it('contains recordings only on request: without the option, records name the recordings, and an older version can read it', async () => {
    const r = await launched();
    const voice = webmBytes(500);
    await makeRunWithFiles(here, r, [[voice, 'voice.webm']]);
    await here.source.query(`UPDATE research.study SET payment_terms = NULL WHERE id = $1`, [
      r.study_id,
    ]);
    const bundle = await bundled(r, {});
    expect(
      Object.keys(binaryFilesIn(bundle)).filter((path) => path.includes('recordings')),
    ).toEqual([]);
    expect(bundleIndexIn(bundle)).toMatchObject({ format_version: 1 });
    expect(bundleIndexIn(bundle)).not.toHaveProperty('recordings');
    const { data } = await bundleRequestsOf(there).imported(colleague, bundle);
    expect(data).toMatchObject({ runs: 1, recordings: 0 });
    const { status, body } = await studyExportRequestsOf(here).ask(r.study_id, r.researcher, {
      format: 'csv',
      recordings: true,
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'recordings', code: 'not_possible_now' }] },
    });
  });

  it('is refused at the request, with its size, if no installation could import it', async () => {
    const [r, quiet] = [await launched(), await launched('anonymous')];
    for (const one of [r, quiet])
      await makeRunWithFiles(here, one, [[webmBytes(500), 'long.webm']]);
    await here.source.query(
      `UPDATE research.run_file SET bytes = 900000001 WHERE run_id IN
         (SELECT id FROM research.run WHERE session_id = ANY($1::uuid[]))`,
      [[r.session_id, quiet.session_id]],
    );
    clock.advance(day);
    const { ask, made } = studyExportRequestsOf(here);
    const asked = { format: 'bundle', ...withThem };
    const refused = await ask(r.study_id, r.researcher, asked);
    expect(refused).toMatchObject({ status: 409, body: { code: 'recordings_too_large' } });
    expect(JSON.stringify(refused.body)).toContain('901 MB in one file');
    // A researcher may request a bundle without recordings. A bundle of an anonymous session never
    // contains any.
    const without = await made(r.study_id, r.researcher, { format: 'bundle' });
    expect(without).toMatchObject({ state: 'ready', recordings: false });
    const ofNobody = await made(quiet.study_id, quiet.researcher, asked);
    expect(ofNobody).toMatchObject({ state: 'ready', recordings: true });
  });

  it('contains no recordings of an anonymous session, of whatever type', async () => {
    const r = await launched('anonymous');
    const voice = webmBytes(500);
    await makeRunWithFiles(here, r, [[voice, 'voice.webm']]);
    const bundle = await bundled(r);
    expect(binaryFilesIn(bundle)).not.toHaveProperty([place(voice)]);
    expect(bundleIndexIn(bundle)).toMatchObject({
      counts: { runs: 1 },
      recordings: { included: 0, missing: 0, withheld: 1 },
    });
  });

  it('is outdated once a participant in it has withdrawn, and the next bundle has none of their recordings', async () => {
    const r = await launched();
    const [theirs, others] = [webmBytes(500), webmBytes(600)];
    const t = await makeRunWithFiles(here, r, [[theirs, 'a.webm']], 'completed');
    await makeRunWithFiles(here, r, [[others, 'b.webm']], 'completed');
    clock.advance(day);
    const { made, one, fetchFile, running } = studyExportRequestsOf(here);
    const before = await made(r.study_id, r.researcher, { format: 'bundle', ...withThem });
    expect(before).toMatchObject({ state: 'ready', runs: 2, recordings: true });
    expect((await running.move(t.id, t.person, 'withdraw-data')).status).toBe(200);
    expect((await one(r.study_id, r.researcher, before._id)).state).toBe('outdated');
    const answer = await fetchFile(before.download_url ?? '');
    expect(answer.status).toBe(409);
    expect(JSON.parse((answer.body as Buffer).toString())).toMatchObject({
      code: 'export_outdated',
    });
    const files = binaryFilesIn(await bundled(r));
    expect(files).not.toHaveProperty([place(theirs)]);
    expect(files[place(others)]?.equals(others)).toBe(true);
  });
});

describe('Recordings imported with a bundle', () => {
  it('are exported with tables under safe names, and deleted with the imported data', async () => {
    const r = await launched();
    const voice = webmBytes(500);
    await makeRunWithFiles(here, r, [[voice, '../voice 1.webm']]);
    const { study_id } = await bundleRequestsOf(there).imported(colleague, await bundled(r));
    const { downloaded, made, one } = studyExportRequestsOf(there);
    const { bytes, files, manifest } = await downloaded(study_id, colleague, { format: 'csv' });
    const [listed] = JSON.parse(files['files.json'] ?? '[]') as { path: string; name: string }[];
    expect(listed).toMatchObject({ name: '../voice 1.webm', state: 'included' });
    expect(listed?.path).toMatch(/^files\/[0-9a-f]{32}-1\/voice_1\.webm$/);
    expect(Buffer.from(bytes[listed?.path ?? ''] ?? []).equals(voice)).toBe(true);
    expect(manifest).toMatchObject({ run_files: { included: 1 } });
    const bids = await downloaded(study_id, colleague, { format: 'bids' });
    expect(bids.manifest).toMatchObject({ run_files: { included: 0, left_out: 1 } });

    const ready = await made(study_id, colleague, { format: 'bundle', ...withThem });
    const at = `/api/studies/${study_id}/imported-data/`;
    await there.http().delete(at).set(colleague.headers).expect(204);
    expect((await one(study_id, colleague, ready._id)).state).toBe('outdated');
    const rows = await there.source.query<{ n: number }[]>(
      `SELECT (SELECT count(*) FROM research.imported_file WHERE study_id = $1)::int
         + (SELECT count(*) FROM research.imported_recording WHERE sha256 = $2)::int AS n`,
      [study_id, hashOf(voice)],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});
