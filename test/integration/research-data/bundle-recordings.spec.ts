/** Two installations: recordings go from one to the other in a bundle, where they were asked for. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../../contracts/base/limits';
import type { BundleIndex } from '../../../contracts/bundle';
import { startApp, TestClock, type OwnApp } from '../../support/app';
import { makeResearcher, type TestPerson } from '../../support/people';
import { recruit, type Recruiting } from '../../support/recruiting';
import { zipOf, zipped } from '../../support/zip';
import { lineOf } from '../../../server/runtime/records/frames.rule';
import { headOf } from '../../../server/research-data/bundle/bundled-runs';
import { bundlingOf, bytesOf, indexOf, resealed } from './bundling';
import { exportingOf } from './exporting';
import { hashOf, recorded, webm } from './recorded';

const clock = new TestClock();
const day = 86_400_000;
let here: OwnApp;
let there: OwnApp;
let folders: string[];
let colleague: TestPerson;
beforeAll(async () => {
  folders = await Promise.all(
    ['here', 'there'].map((name) => mkdtemp(join(tmpdir(), `commonlab-recordings-${name}-`))),
  );
  [here, there] = (await Promise.all(
    folders.map((DATA_DIR) => startApp({ clock, environment: { DATA_DIR } })),
  )) as [OwnApp, OwnApp];
  colleague = await makeResearcher(there.source);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await Promise.all(folders.map((path) => rm(path, { recursive: true })));
});

type Contents = Record<string, Buffer>;
const withThem = { recordings: true };
const place = (bytes: Buffer) => `data/recordings/${hashOf(bytes)}`;
const hashesOf = ({ files, study_sha256, data_sha256 }: BundleIndex) => ({
  study_sha256,
  data_sha256,
  files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
});
async function launched(privacy_level = 'roster_on_start'): Promise<Recruiting> {
  const r = await recruit(here, { capacity: 50, privacy_level });
  await bundlingOf(here).withFiles(r);
  return r;
}
const bundled = async (r: Recruiting, more: object = withThem) => {
  clock.advance(day);
  return bundlingOf(here).bundled(r.study_id, r.researcher, more);
};

describe('A bundle with recordings', () => {
  it('has each byte for byte, and what is made of it elsewhere has the same hashes', async () => {
    const r = await launched();
    const [voice, face, same] = [webm(1_200_000), webm(700), webm(500)];
    await recorded(here, r, [
      [voice, '../voice 1.webm'],
      [same, 'same.webm'],
    ]);
    await recorded(here, r, [
      [face, 'face.webm', 'video/webm'],
      [same, 'same.webm'],
    ]);
    const bundle = await bundled(r);
    const files = bytesOf(bundle);
    for (const one of [voice, face, same]) expect(files[place(one)]?.equals(one)).toBe(true);
    expect(indexOf(bundle)).toMatchObject({
      format_version: 2,
      recordings: { included: 4, missing: 0, withheld: 0 },
    });
    const { study_id, data } = await bundlingOf(there).imported(colleague, bundle);
    expect(data).toMatchObject({ runs: 2, recordings: 4, sha256: indexOf(bundle).data_sha256 });
    const own = await bundlingOf(there).bundled(study_id, colleague, withThem);
    expect(hashesOf(indexOf(own))).toEqual(hashesOf(indexOf(bundle)));
  });

  it('is one that was asked for: otherwise records name them, and an older version reads it', async () => {
    const r = await launched();
    const voice = webm(500);
    await recorded(here, r, [[voice, 'voice.webm']]);
    const bundle = await bundled(r, {});
    expect(Object.keys(bytesOf(bundle)).filter((path) => path.includes('recordings'))).toEqual([]);
    expect(indexOf(bundle)).toMatchObject({ format_version: 1 });
    expect(indexOf(bundle)).not.toHaveProperty('recordings');
    const { data } = await bundlingOf(there).imported(colleague, bundle);
    expect(data).toMatchObject({ runs: 1, recordings: 0 });
    const { status, body } = await exportingOf(here).ask(r.study_id, r.researcher, {
      format: 'csv',
      recordings: true,
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'recordings', code: 'not_possible_now' }] },
    });
  });

  it('has none of an anonymous session, of whatever type', async () => {
    const r = await launched('anonymous');
    const voice = webm(500);
    await recorded(here, r, [[voice, 'voice.webm']]);
    const bundle = await bundled(r);
    expect(bytesOf(bundle)).not.toHaveProperty([place(voice)]);
    expect(indexOf(bundle)).toMatchObject({
      counts: { runs: 1 },
      recordings: { included: 0, missing: 0, withheld: 1 },
    });
  });

  it('is not given out any more once a participant of it has withdrawn, and the next has none of theirs', async () => {
    const r = await launched();
    const [theirs, others] = [webm(500), webm(600)];
    const t = await recorded(here, r, [[theirs, 'a.webm']], 'completed');
    await recorded(here, r, [[others, 'b.webm']], 'completed');
    clock.advance(day);
    const { made, one, fetchFile, running } = exportingOf(here);
    const before = await made(r.study_id, r.researcher, { format: 'bundle', ...withThem });
    expect(before).toMatchObject({ state: 'ready', runs: 2, recordings: true });
    expect((await running.move(t.id, t.person, 'withdraw-data')).status).toBe(200);
    expect((await one(r.study_id, r.researcher, before._id)).state).toBe('outdated');
    const answer = await fetchFile(before.download_url ?? '');
    expect(answer.status).toBe(409);
    expect(JSON.parse((answer.body as Buffer).toString())).toMatchObject({
      code: 'export_outdated',
    });
    const files = bytesOf(await bundled(r));
    expect(files).not.toHaveProperty([place(theirs)]);
    expect(files[place(others)]?.equals(others)).toBe(true);
  });
});

describe('Imported recordings', () => {
  it('are in exports of tables under safe names, and go with the imported data', async () => {
    const r = await launched();
    const voice = webm(500);
    await recorded(here, r, [[voice, '../voice 1.webm']]);
    const { study_id } = await bundlingOf(there).imported(colleague, await bundled(r));
    const { downloaded, made, one } = exportingOf(there);
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

describe('A bundle whose recordings are not as they should be', () => {
  const [voice, more] = [webm(1_100_000), webm(800)];
  let whole: Contents;
  let runs: string;
  beforeAll(async () => {
    const r = await launched();
    await recorded(here, r, [
      [voice, 'voice.webm'],
      [more, 'more.webm'],
    ]);
    whole = bytesOf(await bundled(r));
    runs = Object.keys(whole).find((path) => path.startsWith('data/runs/')) ?? '';
  });
  const counted = async () => {
    const [found] = await there.source.query<{ studies: number; recordings: number }[]>(
      `SELECT (SELECT count(*) FROM research.study)::int AS studies,
         (SELECT count(*) FROM research.imported_recording)::int AS recordings`,
    );
    const arriving = join(folders[1] ?? '', 'objects', 'arriving');
    return { ...found, arriving: await readdir(arriving).catch(() => []) };
  };
  /** The first fault; nothing is there afterwards that was not there before. */
  async function faultOf(archive: Buffer): Promise<string> {
    const before = await counted();
    const answer = await bundlingOf(there).importing(colleague, archive);
    expect(await counted()).toEqual(before);
    expect(before.arriving).toEqual([]);
    const { code, fields } = answer.body as {
      code: string;
      fields?: { path: string; code: string }[];
    };
    return `${answer.status} ${fields?.[0] ? `${fields[0].path} ${fields[0].code}` : code}`;
  }
  const without = ({ [place(voice)]: _, ...files }: Contents) => files;

  it('is refused by the file: one of other bytes, one that is missing, one that no record names', async () => {
    const other = Buffer.from(voice);
    other.writeUInt8(other.readUInt8(300) ^ 1, 300);
    const at = place(voice);
    expect(await faultOf(zipped({ ...whole, [at]: other }))).toBe(`400 ${at} bundle_file_differs`);
    expect(await faultOf(zipped(without(whole)))).toBe(`400 ${at} bundle_file_missing`);
    const strange = webm(50);
    expect(await faultOf(zipped(resealed({ ...whole, [place(strange)]: strange })))).toBe(
      `400 ${place(strange)} bundle_recording_unknown`,
    );
    expect(await faultOf(zipped(resealed({ ...whole, [at]: other })))).toBe(
      `400 ${at} bundle_file_differs`,
    );
    expect(await faultOf(zipped(resealed({ ...whole, [`${at}.webm`]: voice })))).toBe(
      `400 ${at}.webm bundle_malformed`,
    );
  });

  it('is refused where a name is there twice, in the archive or in its index', async () => {
    const at = place(voice);
    const entries = Object.entries(whole).map(([name, content]) => ({ name, content }));
    expect(await faultOf(zipOf([...entries, { name: at, content: voice }]))).toBe(
      `400 ${at} archive_doubled`,
    );
    const index = JSON.parse(String(whole['bundle.json'])) as BundleIndex;
    const twice = index.files.filter(({ path }) => path === at);
    const listed = { ...index, files: [...index.files, ...twice] };
    expect(await faultOf(zipped({ ...whole, 'bundle.json': JSON.stringify(listed) }))).toBe(
      `400 ${at} bundle_malformed`,
    );
  });

  it('is refused where it says that a program which knows no recordings can read it', async () => {
    const index = JSON.parse(String(whole['bundle.json'])) as BundleIndex;
    const former = { ...index, format_version: 1 };
    for (const one of [former, { ...former, recordings: undefined }])
      expect(await faultOf(zipped({ ...whole, 'bundle.json': JSON.stringify(one) }))).toBe(
        '400 bundle.json bundle_malformed',
      );
  });

  it('is refused where one is larger than a run can have here', async () => {
    const large = long(limits.runFileBytes + 1);
    expect(await faultOf(zipped(resealed({ ...whole, [place(large)]: large })))).toBe(
      `400 ${place(large)} bundle_recording_too_large`,
    );
  });

  it('is refused where the files of a run are together larger than it can have here', async () => {
    const all = Array.from({ length: 7 }, () => long(limits.runFileBytes));
    const files = { ...whole, [runs]: announced(whole[runs], all) };
    for (const one of all) files[place(one)] = one;
    expect(await faultOf(zipped(resealed(files)))).toMatch(/^400 \S+ bundle_recordings_of_run$/);
  });

  it('is refused where they are of an anonymous session', async () => {
    const path = 'data/sessions.json';
    const sessions = JSON.parse(String(whole[path])) as object[];
    const anonymous = sessions.map((one) => ({ ...one, privacy_level: 'anonymous' }));
    const records = String(whole[runs]).replace(/"day":"[^"]*"/, '"day":null');
    const files = {
      ...whole,
      [path]: Buffer.from(JSON.stringify(anonymous)),
      [runs]: Buffer.from(records),
    };
    expect(await faultOf(zipped(resealed(files)))).toMatch(
      /^400 \S+ bundle_recording_of_anonymous$/,
    );
  });

  it('is refused for want of room, and leaves nothing', async () => {
    const small = await startApp({ clock, environment: { STUDY_STORAGE_GB: '0.001' } });
    try {
      const someone = await makeResearcher(small.source);
      const answer = await bundlingOf(small).importing(someone, zipped(whole));
      expect(answer).toMatchObject({ status: 409, body: { code: 'storage_full' } });
      const rows = await small.source.query<object[]>(`SELECT id FROM research.study`);
      expect(rows).toEqual([]);
    } finally {
      await small.close();
    }
  });

  it('of which two come at once is taken twice by two accounts, and once by one at a time', async () => {
    const [first, second] = [colleague, await makeResearcher(there.source)];
    const archive = zipped(whole);
    const answers = await Promise.all(
      [first, first, second].map((who) => bundlingOf(there).importing(who, archive)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 503]);
    const made = answers.filter(({ status }) => status === 201);
    for (const { body } of made) expect(body).toMatchObject({ data: { recordings: 2 } });
    expect((await counted()).arriving).toEqual([]);
  });
});

/** Bytes that are packed to few, and not to so few that the archive is taken for a bomb. */
const long = (bytes: number) =>
  Buffer.concat([randomBytes(500_000), Buffer.alloc(bytes - 500_000)]);

/** The lines of a run with records that announce these files, too. */
function announced(lines: Buffer | undefined, files: readonly Buffer[]): Buffer {
  const [header = '', ...rest] = String(lines).trimEnd().split('\n');
  const records = rest.map((line) => JSON.parse(line) as Parameters<typeof headOf>[0][number]);
  const last = records.at(-1)?.seq ?? 0;
  for (const [n, bytes] of files.entries()) {
    const file = { name: `${n}.webm`, type: 'audio/webm', bytes: bytes.length };
    const data = JSON.stringify({ ...file, sha256: hashOf(bytes) });
    records.push({ seq: last + n + 1, kind: 'file', data });
  }
  const run = { ...(JSON.parse(header) as object), records: records.length, head: headOf(records) };
  const written = records.map(({ seq, kind, data }) =>
    lineOf(seq, { kind, data: Buffer.from(data) }),
  );
  return Buffer.from(`${JSON.stringify(run)}\n${written.join('')}`);
}
