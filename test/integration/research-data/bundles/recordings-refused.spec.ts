/** Two installations: the bundle that arrives at the second one was changed on its way. */
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runtimeLimits } from '../../../../contracts/runtime/limits';
import type { BundleIndex, BundleRun } from '../../../../contracts/research-data/bundle';
import { recordChainHead } from '../../../../server/research-data/bundle/bundle-runs-writer';
import { ConditionsOfRuns } from '../../../../server/research-data/bundle/conditions-of-runs';
import { indexRuns } from '../../../../server/research-data/bundle/indexed-runs';
import { ReceivedBundleRecordings } from '../../../../server/research-data/bundle/received-bundle-recordings';
import { recordLineOf } from '../../../../server/runtime/record-format/frames.rule';
import { startApp, TestClock, type RunningApp, type SeparateApp } from '../../../support/app/app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { zipOf, zipFiles } from '../../../support/files/zip';
import { bundleRequestsOf, binaryFilesIn, resealBundleFiles } from './bundling';
import { hashOf, makeRunWithFiles, webmBytes } from '../recorded';
import { startTwoInstallations, type TwoInstallations } from './two-installations';

const clock = new TestClock();
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

type Contents = Record<string, Buffer>;
const place = (bytes: Buffer) => `data/recordings/${hashOf(bytes)}`;

describe('A bundle with invalid recordings', () => {
  const [voice, more] = [webmBytes(1_100_000), webmBytes(800)];
  let whole: Contents;
  let runs: string;
  beforeAll(async () => {
    const r = await recruit(here, { capacity: 50, privacy_level: 'roster_on_start' });
    await bundleRequestsOf(here).withFiles(r);
    await makeRunWithFiles(here, r, [
      [voice, 'voice.webm'],
      [more, 'more.webm'],
    ]);
    clock.advance(86_400_000);
    const archive = await bundleRequestsOf(here).bundled(r.study_id, r.researcher, {
      recordings: true,
    });
    whole = binaryFilesIn(archive);
    runs = Object.keys(whole).find((path) => path.startsWith('data/runs/')) ?? '';
  });
  const counted = async () => {
    const [found] = await there.source.query<{ studies: number; recordings: number }[]>(
      `SELECT (SELECT count(*) FROM research.study)::int AS studies,
         (SELECT count(*) FROM research.imported_recording)::int AS recordings`,
    );
    const arriving = join(two.folderThere, 'objects', 'arriving');
    return { ...found, arriving: await readdir(arriving).catch(() => []) };
  };
  /** Imports an archive, which must be refused and leave nothing. @returns the first fault */
  async function faultOf(archive: Buffer): Promise<string> {
    const before = await counted();
    const answer = await bundleRequestsOf(there).importing(colleague, archive);
    expect(await counted()).toEqual(before);
    expect(before.arriving).toEqual([]);
    const { code, fields } = answer.body as {
      code: string;
      fields?: { path: string; code: string }[];
    };
    return `${answer.status} ${fields?.[0] ? `${fields[0].path} ${fields[0].code}` : code}`;
  }
  /**
   * Reads the run of the bundle as an import does. The run announces further recordings of these
   * sizes, as if the bundle contained them. The test makes no such recordings, because they would
   * be 200 MB in total.
   */
  async function readAnnouncing(sizes: readonly number[]) {
    const all = sizes.map((bytes, n) => ({ bytes, sha256: hashOf(Buffer.from([n])) }));
    const path = join(two.folderThere, 'announced.jsonl');
    await writeFile(path, announced(whole[runs], all));
    const { session } = JSON.parse(String(whole[runs]).split('\n')[0] ?? '') as BundleRun;
    const received = all.map(
      ({ bytes: size, sha256 }) => [`data/recordings/${sha256}`, { size, sha256 }] as const,
    );
    return indexRuns({
      ...{ path, name: runs, isAnonymous: new Map([[session, false]]) },
      recordings: new ReceivedBundleRecordings(new Map(received)),
      conditions: new ConditionsOfRuns(),
    });
  }
  const without = ({ [place(voice)]: _, ...files }: Contents) => files;

  it('is refused with the path of a changed, a missing or an unannounced recording', async () => {
    const other = Buffer.from(voice);
    other.writeUInt8(other.readUInt8(300) ^ 1, 300);
    const at = place(voice);
    expect(await faultOf(zipFiles({ ...whole, [at]: other }))).toBe(
      `400 ${at} bundle_file_differs`,
    );
    expect(await faultOf(zipFiles(without(whole)))).toBe(`400 ${at} bundle_file_missing`);
    const strange = webmBytes(50);
    expect(
      await faultOf(zipFiles(resealBundleFiles({ ...whole, [place(strange)]: strange }))),
    ).toBe(`400 ${place(strange)} bundle_recording_unknown`);
    expect(await faultOf(zipFiles(resealBundleFiles({ ...whole, [at]: other })))).toBe(
      `400 ${at} bundle_file_differs`,
    );
    expect(await faultOf(zipFiles(resealBundleFiles({ ...whole, [`${at}.webm`]: voice })))).toBe(
      `400 ${at}.webm bundle_malformed`,
    );
  });

  it('is refused if a name occurs twice in the archive or in its index', async () => {
    const at = place(voice);
    const entries = Object.entries(whole).map(([name, content]) => ({ name, content }));
    expect(await faultOf(zipOf([...entries, { name: at, content: voice }]))).toBe(
      `400 ${at} archive_doubled`,
    );
    const index = JSON.parse(String(whole['bundle.json'])) as BundleIndex;
    const twice = index.files.filter(({ path }) => path === at);
    const listed = { ...index, files: [...index.files, ...twice] };
    expect(await faultOf(zipFiles({ ...whole, 'bundle.json': JSON.stringify(listed) }))).toBe(
      `400 ${at} bundle_malformed`,
    );
  });

  it('is refused if its format version does not allow recordings yet', async () => {
    const index = JSON.parse(String(whole['bundle.json'])) as BundleIndex;
    const former = { ...index, format_version: 1 };
    for (const one of [former, { ...former, recordings: undefined }])
      expect(await faultOf(zipFiles({ ...whole, 'bundle.json': JSON.stringify(one) }))).toBe(
        '400 bundle.json bundle_malformed',
      );
  });

  it('is refused if a recording is larger than a run may have in this installation', async () => {
    const large = long(runtimeLimits.runFileBytes + 1);
    const at = place(large);
    expect(await faultOf(zipFiles(resealBundleFiles({ ...whole, [at]: large })))).toBe(
      `400 ${at} bundle_recording_too_large`,
    );
  });

  it('is refused if the recordings of a run are together larger than a run may have', async () => {
    const { runFileBytes, runFilesBytes } = runtimeLimits;
    const allowed = Math.floor(runFilesBytes / runFileBytes);
    const [one] = await readAnnouncing(Array(allowed).fill(runFileBytes));
    expect(one?.recordings).toHaveLength(allowed);
    await expect(readAnnouncing(Array(allowed + 1).fill(runFileBytes))).rejects.toMatchObject({
      extra: {
        fields: [
          { path: expect.stringContaining(runs) as string, code: 'bundle_recordings_of_run' },
        ],
      },
    });
  });

  it('is refused if they belong to an anonymous session', async () => {
    const path = 'data/sessions.json';
    const sessions = JSON.parse(String(whole[path])) as object[];
    const anonymous = sessions.map((one) => ({ ...one, privacy_level: 'anonymous' }));
    const records = String(whole[runs]).replace(/"day":"[^"]*"/, '"day":null');
    const files = {
      ...whole,
      [path]: Buffer.from(JSON.stringify(anonymous)),
      [runs]: Buffer.from(records),
    };
    expect(await faultOf(zipFiles(resealBundleFiles(files)))).toMatch(
      /^400 \S+ bundle_recording_of_anonymous$/,
    );
  });

  it('is refused if storage is full, and stores nothing', async () => {
    const small = await startApp({ clock, environment: { STUDY_STORAGE_GB: '0.001' } });
    try {
      const someone = await makeResearcher(small.source);
      const answer = await bundleRequestsOf(small).importing(someone, zipFiles(whole));
      expect(answer).toMatchObject({ status: 409, body: { code: 'storage_full' } });
      const rows = await small.source.query<object[]>(`SELECT id FROM research.study`);
      expect(rows).toEqual([]);
    } finally {
      await small.close();
    }
  });

  it('is imported once by each of two accounts at the same time, while two imports of one account run one after the other', async () => {
    const [first, second] = [colleague, await makeResearcher(there.source)];
    const archive = zipFiles(whole);
    const answers = await Promise.all(
      [first, first, second].map((who) => bundleRequestsOf(there).importing(who, archive)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 503]);
    const made = answers.filter(({ status }) => status === 201);
    for (const { body } of made) expect(body).toMatchObject({ data: { recordings: 2 } });
    expect((await counted()).arriving).toEqual([]);
  });
});

/** Makes bytes that compress well, but not so well that the archive counts as a zip bomb. */
const long = (bytes: number) =>
  Buffer.concat([randomBytes(500_000), Buffer.alloc(bytes - 500_000)]);

/** Adds records that announce these files to the lines of a run. */
function announced(
  lines: Buffer | undefined,
  files: readonly { bytes: number; sha256: string }[],
): Buffer {
  const [header = '', ...rest] = String(lines).trimEnd().split('\n');
  const records = rest.map(
    (line) => JSON.parse(line) as Parameters<typeof recordChainHead>[0][number],
  );
  const last = records.at(-1)?.seq ?? 0;
  for (const [n, file] of files.entries()) {
    const data = JSON.stringify({ name: `${n}.webm`, type: 'audio/webm', ...file });
    records.push({ seq: last + n + 1, kind: 'file', data });
  }
  const run = {
    ...(JSON.parse(header) as object),
    records: records.length,
    head: recordChainHead(records),
  };
  const written = records.map(({ seq, kind, data }) =>
    recordLineOf(seq, { kind, data: Buffer.from(data) }),
  );
  return Buffer.from(`${JSON.stringify(run)}\n${written.join('')}`);
}
