/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { createHash, randomBytes } from 'node:crypto';
import { PersonalDataRead } from '../../../server/data-rights/personal-data.read';
import { Snapshots } from '../../../server/platform/db/snapshot';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { launchHostedStudy, runRequestsOf, type RunParticipation } from '../runtime/running';
import { studyExportRequestsOf } from './exporting';
import { hashOf, makeRunWithFiles as recordedHere, webmBytes } from './recorded';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;

interface Listed {
  name: string;
  bytes: number;
  sha256: string;
  state: string;
  path: string | null;
  participant: string;
}
const recorded = (r: RecruitingStudy, files: Parameters<typeof recordedHere>[2]) =>
  recordedHere(run, r, files);
const listOf = (files: Readonly<Record<string, string>>) =>
  JSON.parse(files['files.json'] ?? '[]') as Listed[];

describe('The files of runs', () => {
  it('are exported byte for byte, each under a unique safe name, with a list and the manifest', async () => {
    const { downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const [a, b, c] = [webmBytes(1_200_000).subarray(0, 900_000), webmBytes(500), webmBytes(600)];
    await recorded(r, [
      [a, '../../voice 1.webm'],
      [b, 'VOICE 1.webm'],
      [c, 'voice_1.webm'],
    ]);
    const { files, bytes, manifest } = await downloaded(r.study_id, r.researcher, {
      format: 'csv',
    });
    const list = listOf(files);
    expect(list.map(({ name }) => name).sort()).toEqual(
      ['../../voice 1.webm', 'VOICE 1.webm', 'voice_1.webm'].sort(),
    );
    const paths = list.map(({ path }) => path ?? '');
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3);
    for (const one of list) {
      const path = one.path ?? '';
      expect(path).toMatch(/^files\/[0-9a-f]{32}-1\/[\w-]+\.webm$/);
      const hash = createHash('sha256')
        .update(bytes[path] ?? '')
        .digest('hex');
      expect(hash).toBe(one.sha256);
      expect(manifest.files).toContainEqual({ name: path, bytes: one.bytes, sha256: hash });
    }
    expect(manifest).toMatchObject({
      run_files: { included: 3, withheld: 0, missing: 0, left_out: 0 },
    });
  });

  it('are left out of Psych-DS and BIDS, whose manifests say so', async () => {
    const { downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await recorded(r, [[webmBytes(500), 'voice.webm']]);
    for (const format of ['psych-ds', 'bids']) {
      const { manifest } = await downloaded(r.study_id, r.researcher, { format });
      expect(manifest).toMatchObject({ run_files: { included: 0, left_out: 1 } });
    }
  });

  it('of an anonymous session are exported only without clock times, in content and name', async () => {
    const { downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run);
    const now = clock.now().toISOString();
    const dated = Buffer.concat([webmBytes(20), Buffer.from('446188', 'hex'), randomBytes(8)]);
    for (let n = 0; n < 4; n++)
      await recorded(r, [
        [webmBytes(500), `${now}.webm`, `audio/webm;at=${now}`],
        [dated, 'dated.webm'],
        [Buffer.from(`${n} written at ${now}`), 'notes.txt', 'text/plain'],
      ]);
    clock.advance(day);
    const { files, manifest } = await downloaded(r.study_id, r.researcher, { format: 'json' });
    expect(manifest).toMatchObject({ run_files: { included: 4, withheld: 8 } });
    const list = listOf(files);
    expect(list.filter(({ state }) => state === 'included').map(({ path }) => path)).toEqual(
      list.filter(({ path }) => path !== null).map(({ path }) => path),
    );
    expect(list.every(({ name }) => /^file-[123]\.(webm|txt)$/.test(name))).toBe(true);
    expect(Object.entries(files).join('')).not.toContain(now.slice(11, 19));
  });

  it('can be read by the people who run the study together with the records, and by no others', async () => {
    const { ask } = runRequestsOf(run);
    const [named, anonymous] = [
      await launchHostedStudy(run, { privacy_level: 'roster_on_start' }),
      await launchHostedStudy(run),
    ];
    const [voice, notes] = [webmBytes(500), Buffer.from('written down')];
    const files = [[voice, 'voice.webm'] as const, [notes, 'notes.txt', 'text/plain'] as const];
    const [t, u] = [await recorded(named, files), await recorded(anonymous, files)];
    const list = (of: RunParticipation, who = of.r.researcher) =>
      ask<{ items: Listed[] }>('GET', `/api/runs/${of.run._id}/files/`, who);
    const bytesOf = async (of: RunParticipation, bytes: Buffer, who = of.r.researcher) => {
      const url = `/api/runs/${of.run._id}/files/${hashOf(bytes)}/`;
      const answer = await run.app.inject({ method: 'GET', url, headers: who.headers });
      return { status: answer.statusCode, isSame: answer.rawPayload.equals(bytes) };
    };
    const given = { status: 200, isSame: true };
    expect((await list(t)).body.items.map(({ name }) => name).sort()).toEqual([
      'notes.txt',
      'voice.webm',
    ]);
    expect([await bytesOf(t, voice), await bytesOf(t, notes)]).toEqual([given, given]);
    expect((await list(t, anonymous.researcher)).status).toBe(404);
    expect((await bytesOf(t, voice, anonymous.researcher)).status).toBe(404);

    expect((await list(u)).status).toBe(404);
    expect((await bytesOf(u, voice)).status).toBe(404);
    clock.advance(day);
    expect(await bytesOf(u, voice)).toEqual(given);
    expect((await bytesOf(u, notes)).status).toBe(404);
    const listed = (await list(u)).body.items;
    const nameOf = (bytes: Buffer) => listed.find(({ sha256 }) => sha256 === hashOf(bytes))?.name;
    expect(listed).toContainEqual(
      expect.objectContaining({ name: nameOf(notes), withheld: true, type: 'text/plain' }),
    );
    expect([nameOf(voice), nameOf(notes)].sort()).toEqual(
      nameOf(voice) === 'file-1.webm'
        ? ['file-1.webm', 'file-2.txt']
        : ['file-1.txt', 'file-2.webm'],
    );
    // The records that announce the files contain the new names, and not the original names.
    const records = await run.app.inject({
      method: 'GET',
      url: `/api/runs/${u.run._id}/records/`,
      headers: u.r.researcher.headers,
    });
    for (const bytes of [voice, notes])
      expect(records.payload).toContain(`\\"name\\":\\"${nameOf(bytes)}\\"`);
    expect(records.payload).not.toMatch(/voice|notes/);
  });

  it('are in the personal copy of their participant, at the paths that its list names', async () => {
    const r = await launchHostedStudy(run);
    const voice = webmBytes(500);
    const t = await recorded(r, [[voice, 'voice.webm']]);
    const read = run.app.get(PersonalDataRead, { strict: false });
    const file = read.files.find(({ name }) => name === 'runs');
    if (!file) throw new Error('there is no such file');
    const { rows, own } = await run.app.get(Snapshots, { strict: false }).take(async (snapshot) => {
      const found: object[] = [];
      for (const { name, pages } of read.rows(snapshot, file, t.person._id))
        for await (const page of pages) if (name === 'files') found.push(...page);
      const files: { path: string; bytes: Buffer }[] = [];
      for await (const { path, content } of read.ownFiles(snapshot, file, t.person._id)) {
        const parts: Uint8Array[] = [];
        for await (const part of content) parts.push(part);
        files.push({ path, bytes: Buffer.concat(parts) });
      }
      return { rows: found, own: files };
    });
    expect(own.map(({ bytes }) => bytes.equals(voice))).toEqual([true]);
    expect(rows).toMatchObject([{ name: 'voice.webm', state: 'whole', path: own[0]?.path }]);
  });
});
