/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { exportFormats } from '../../../contracts/research-data/research-data';
import { DownloadAddresses } from '../../../server/research-data/export-job/download/download-addresses';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { launchHostedStudy } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';
import { bidsParticipantsIn, textOfArchive } from './reading';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;
/** Dates, hours, recent timestamps, and other personal values that the studies below record. */
const telling = /\d{4}-\d\d-\d\d|\d\d:\d\d|Mozilla|203\.0\.113|[^0-9a-f]1[67]\d{8,}/;
/** Removes hashes, ids and pseudonyms, which can by chance contain digits like those of a date. */
const withoutHex = (text: string) =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/g, '');

describe('The export of an anonymous session', () => {
  it('contains no clock time, address or user agent, whatever the study recorded', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run);
    const now = clock.now();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0';
    const records = [
      trialRecord({
        rt: 300,
        at: now.getTime(),
        started: now.toISOString(),
        agent,
        ip: '203.0.113.9',
      }),
      trialRecord({ log: [{ when: now.getTime() / 1000 }], said: now.toString() }),
      { kind: 'event' as const, data: `{"type":"error","message":"at ${now.toISOString()}"}` },
      { kind: 'text' as const, data: `time,rt\n${now.getTime()},5\n` },
    ];
    for (let n = 0; n < 4; n++) await tookPart(r, records);
    clock.advance(day);
    const { files, data, runs, manifest } = await downloaded(r.study_id, r.researcher);
    const all = Object.values(files).join('\n');
    const { made_on } = manifest;
    expect(withoutHex(all.replaceAll(made_on, ''))).not.toMatch(telling);
    expect(data.filter(({ rt }) => rt === 300)).toHaveLength(4);
    expect(manifest.withheld_values).toBe(4 * 8);
    // Four runs with the same browser are too few: the export does not show the browser.
    for (const one of runs) expect(Object.keys(one)).not.toContain('browser');
    await tookPart(r, records);
    clock.advance(day);
    const more = await downloaded(r.study_id, r.researcher);
    expect(more.runs.map(({ browser }) => browser)).toEqual(Array(5).fill('firefox'));
    expect(JSON.stringify(more.runs)).not.toContain('day');
  });

  it('contains no clock time, address or user agent in any format, and no browser of fewer than five runs', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'In any format' });
    const now = clock.now();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0';
    const records = [
      trialRecord({ rt: 300, onset: 1.5, at: now.getTime(), started: now.toISOString(), agent }),
      { kind: 'event' as const, data: `{"type":"error","message":"at ${now.toISOString()}"}` },
    ];
    for (let n = 0; n < 4; n++) await tookPart(r, records);
    clock.advance(day);
    for (const format of exportFormats) {
      const archive = await downloaded(r.study_id, r.researcher, { format });
      const text = withoutHex(
        (await textOfArchive(archive)).replaceAll(archive.manifest.made_on, ''),
      );
      expect([format, text]).toEqual([format, expect.not.stringMatching(telling)]);
      expect([format, text]).toEqual([format, expect.not.stringContaining('firefox')]);
      expect([format, archive.manifest.withheld_values]).toEqual([format, 4 * 4]);
    }
    await tookPart(r, records);
    clock.advance(day);
    for (const format of exportFormats) {
      const archive = await downloaded(r.study_id, r.researcher, { format });
      expect([format, await textOfArchive(archive)]).toEqual([
        format,
        expect.stringContaining('firefox'),
      ]);
    }
  }, 60_000);

  it('contains no clock time, day or browser in the usual notations', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'As a student writes it' });
    const now = clock.now();
    const [hour, minute] = [now.getHours(), now.getMinutes()];
    const brands = [{ brand: 'Chromium', version: '156' }];
    const written = {
      at: now.toLocaleTimeString('en-US'),
      clock: now.toTimeString(),
      parts: { hour, minute },
      day: now.toDateString(),
      iso: now.toISOString().slice(0, 10),
      list: [now.getFullYear(), now.getMonth(), now.getDate(), hour, minute],
      finnish: now.toLocaleString('fi'),
      persian: now.toLocaleString('fa'),
      brands,
    };
    const made = [trialRecord({ rt: 300, time_elapsed: 4_100, ...written })];
    for (let n = 0; n < 4; n++) await tookPart(r, made);
    clock.advance(day);
    const few = await downloaded(r.study_id, r.researcher);
    for (const row of few.data) {
      expect(row).toMatchObject({ rt: 300, time_elapsed: 4_100, at: null, clock: null, day: null });
      expect(JSON.stringify(row)).not.toMatch(/Chromium|Nov|\d:\d\d|[۰-۹]/);
    }
    const told = (all: typeof few, name: string) =>
      all.codebook.data.find((one) => one.name === name);
    expect(told(few, 'at')).toMatchObject({ withheld: 'of fewer than five people' });
    expect(told(few, 'rt')).not.toHaveProperty('withheld');
    await tookPart(r, made);
    clock.advance(day);
    const enough = await downloaded(r.study_id, r.researcher);
    expect(told(enough, 'at')).toMatchObject({ withheld: 5 });
    expect(told(enough, 'parts.hour')).toMatchObject({ withheld: 5 });
  });

  it('contains no fragment of a result that could not be assembled', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { title: 'In pieces' });
    const at = String(clock.now().getTime());
    await tookPart(r, [
      { kind: 'event', data: '{"type":"result","component":1,"keep":9,"parts":2}' },
      { kind: 'text', data: at.slice(4) },
      { kind: 'event', data: '{"type":"blur"}' },
      { kind: 'text', data: 'whole' },
    ]);
    clock.advance(day);
    const { files, data, manifest } = await downloaded(r.study_id, r.researcher);
    expect(Object.values(files).join('\n')).not.toContain(at.slice(4));
    expect(data).toHaveLength(2);
    expect(manifest.withheld_values).toBe(1);
  });

  it('contains a run only after its last day is over, also for the owner', async () => {
    const { tookPart, made } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run);
    await tookPart(r, [trialRecord({ a: 1 })], 'completed');
    expect(await made(r.study_id, r.researcher)).toMatchObject({
      runs: 0,
      left_out: { day_not_over: 1 },
    });
    clock.advance(day);
    expect(await made(r.study_id, r.researcher)).toMatchObject({ runs: 1 });
  });

  it('counts all runs of the present day in one number, and a withdrawal on the next day', async () => {
    const { tookPart, made, running } = studyExportRequestsOf(run);
    const told: unknown[] = [];
    for (const end of ['open', 'completed'] as const)
      for (const unfinished of [false, true]) {
        const r = await launchHostedStudy(run);
        await tookPart(r, [trialRecord({ a: 1 })], end);
        const { runs, left_out } = await made(r.study_id, r.researcher, { unfinished });
        told.push({ runs, left_out });
      }
    const oneOfToday = {
      runs: 0,
      left_out: { unfinished: 0, day_not_over: 1, withdrawn: 0, damaged: 0 },
    };
    expect(told).toEqual(told.map(() => oneOfToday));
    const r = await launchHostedStudy(run);
    const t = await tookPart(r, [trialRecord({ a: 1 })], 'completed');
    clock.advance(day);
    expect((await running.move(t.id, t.person, 'withdraw-data')).status).toBe(200);
    const gone = (withdrawn: number) => ({ runs: 0, left_out: { withdrawn } });
    expect(await made(r.study_id, r.researcher)).toMatchObject(gone(0));
    clock.advance(day);
    expect(await made(r.study_id, r.researcher)).toMatchObject(gone(1));
  });

  it('has its runs in a different random order each time', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run);
    for (let n = 0; n < 8; n++) await tookPart(r, [trialRecord({ n })]);
    clock.advance(day);
    const orders = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const { data, runs } = await downloaded(r.study_id, r.researcher);
      expect(runs.map(({ run_participant }) => run_participant)).toEqual(
        data.map(({ run_participant }) => run_participant),
      );
      orders.add(data.map(({ n: which }) => which).join());
    }
    // By chance, all four orders would be equal only once in 8!³ times.
    expect(orders.size).toBeGreaterThan(1);
    const listed = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const { files } = await downloaded(r.study_id, r.researcher, { format: 'bids' });
      const participants = bidsParticipantsIn(files['participants.tsv']);
      const folders = Object.keys(files).filter((name) => name.startsWith('sub-'));
      expect(folders.map((name) => name.split('/')[0])).toEqual(participants);
      listed.add(participants.join());
    }
    expect(listed.size).toBeGreaterThan(1);
  });
});

describe('The export of a session with names', () => {
  it('contains today’s runs for a reader who sees names; an editor gets them after the day', async () => {
    const { tookPart, made, list, fetchFile, one, makeEditor } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const editor = await makeEditor(r.study_id);
    const now = clock.now().getTime();
    await tookPart(r, [trialRecord({ at: now })]);
    const mine = await made(r.study_id, r.researcher);
    expect(mine).toMatchObject({ runs: 1 });
    expect(await list(r.study_id, editor)).toEqual([]);
    const theirs = await made(r.study_id, editor);
    expect(theirs).toMatchObject({ runs: 0, left_out: { day_not_over: 1 } });
    // The editor cannot download the researcher's export today, even at an address that the server
    // signed for the editor.
    const signIn = new URL(theirs.download_url ?? '').searchParams.get('sign_in') ?? '';
    const addresses = run.app.get(DownloadAddresses, { strict: false });
    await fetchFile(addresses.of(mine._id, signIn)).expect(404);
    clock.advance(day);
    const later = await one(r.study_id, editor, mine._id);
    await fetchFile(later.download_url ?? '').expect(200);
  });
});
