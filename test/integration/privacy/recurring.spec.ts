/**
 * These tests advance the application's clock by days: an anonymous run is shown, and its rare
 * values are withheld, only after its last day (UTC).
 */
import { StoreRareValues } from '../../../server/runtime/rare-values/keep-rare-values';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { studyExportRequestsOf, trialRecord } from '../research-data/exporting';
import { launchHostedStudy, runRequestsOf, type RunParticipation } from '../runtime/running';
import { unique, uniqueFingerprint } from '../../support/chance/unique';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;

const named = (researcher: TestPerson) =>
  launchHostedStudy(run, {
    title: `Named ${unique()}`,
    privacy_level: 'roster_on_start',
    researcher,
  });
const anonymous = (researcher: TestPerson) =>
  launchHostedStudy(run, {
    title: `Anonymous ${unique()}`,
    privacy_level: 'anonymous',
    researcher,
  });
const records = (device: string) => [trialRecord({ device, rt: 300, said: 'yes' })];

const errorsOf = async (r: RecruitingStudy) =>
  (await runRequestsOf(run).text(`/api/sessions/${r.session_id}/run-errors/`, r.researcher)).text;
const tookPart = (r: RecruitingStudy, device: string) =>
  studyExportRequestsOf(run).tookPart(r, records(device));
/** Runs the jobs that workers run each minute. */
const seal = async () => {
  await run.app.get(SealRuns, { strict: false }).run();
  await run.app.get(StoreRareValues, { strict: false }).sealed();
};
const readBy = async (who: TestPerson, { run: { _id } }: RunParticipation) =>
  (await runRequestsOf(run).text(`/api/runs/${_id}/records/`, who)).text;
const exported = (r: RecruitingStudy, who = r.researcher) =>
  studyExportRequestsOf(run).downloaded(r.study_id, who, { format: 'json', unfinished: true });
const devicesOf = async (r: RecruitingStudy) =>
  (await exported(r)).data.map(({ device }) => device);

describe('A rare value in a named and in an anonymous run of one researcher', () => {
  it('is withheld in the later anonymous run, together with all other values of that column', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const [mine, other, third] = [uniqueFingerprint(), uniqueFingerprint(), uniqueFingerprint()];
    await tookPart(known, mine);
    await seal();
    const others = [await tookPart(hidden, other), await tookPart(hidden, mine)];
    await seal();
    clock.advance(day);
    others.push(await tookPart(hidden, third));
    clock.advance(day);
    const { data, manifest, codebook } = await exported(hidden);
    expect(data.map(({ device }) => device)).toEqual([null, null, null]);
    for (const row of data) expect(row).toMatchObject({ rt: 300, said: 'yes' });
    expect(manifest.withheld_values).toBe(3);
    expect(codebook.data.find(({ name }) => name === 'device')).toMatchObject({
      withheld: 'of fewer than five people',
    });
    for (const one of others) {
      const text = await readBy(researcher, one);
      expect(text).not.toContain('canvas');
      expect(text).toContain('300');
    }
    expect(await devicesOf(known)).toEqual([mine]);
  });

  it('is withheld in the named run if the anonymous one may have been seen before', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const mine = uniqueFingerprint();
    await tookPart(hidden, mine);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([mine]);
    // The list shows the run with a name immediately, long before it is sealed.
    const taking = await tookPart(known, mine);
    expect(await readBy(researcher, taking)).not.toContain('canvas');
    expect(await devicesOf(known)).toEqual([null]);
    expect(await devicesOf(hidden)).toEqual([mine]);
  });

  it('changes nothing on the day of the anonymous run, whatever is sealed or read', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const [mine, earlier] = [uniqueFingerprint(), uniqueFingerprint()];
    await tookPart(hidden, earlier);
    clock.advance(day);
    const first = await tookPart(known, mine);
    await tookPart(hidden, mine);
    await seal();
    expect(await devicesOf(hidden)).toEqual([earlier]);
    expect(await devicesOf(known)).toEqual([mine]);
    expect(await readBy(researcher, first)).toContain(mine);
    // A second run with the same browser must not reveal today's anonymous run.
    const second = await tookPart(known, mine);
    expect(await readBy(researcher, second)).toContain(mine);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([null, null]);
    expect(await devicesOf(known)).toEqual([mine, mine]);
  });

  it('is withheld in error messages too, whichever list is read first', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const mine = uniqueFingerprint();
    const failing = [
      {
        kind: 'event' as const,
        data: JSON.stringify({ type: 'error', message: `no canvas: ${mine}` }),
      },
    ];
    await studyExportRequestsOf(run).tookPart(known, failing);
    expect(await errorsOf(known)).toContain(mine);
    await studyExportRequestsOf(run).tookPart(hidden, failing);
    clock.advance(day);
    const listed = await errorsOf(hidden);
    expect(listed).toContain('[withheld]');
    expect(listed).not.toContain(mine);
    expect(JSON.stringify((await exported(hidden)).events)).not.toContain(mine);
  });

  it('stays withheld after one of the two runs is deleted', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const mine = uniqueFingerprint();
    const taking = await studyExportRequestsOf(run).tookPart(known, records(mine), 'completed');
    await seal();
    await tookPart(hidden, mine);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([null]);
    const { move } = runRequestsOf(run);
    expect((await move(taking.id, taking.person, 'withdraw-data')).status).toBe(200);
    expect(await devicesOf(hidden)).toEqual([null]);
  });

  it('is shown when five people of a study share it', async () => {
    const researcher = await makeResearcher(run.source);
    const [known, hidden] = [await named(researcher), await anonymous(researcher)];
    const lab = uniqueFingerprint();
    await tookPart(known, lab);
    await seal();
    for (let n = 0; n < 4; n++) await tookPart(hidden, lab);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([null, null, null, null]);
    await tookPart(hidden, lab);
    await seal();
    expect(await devicesOf(hidden)).toEqual([null, null, null, null]);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual(Array(5).fill(lab));
  });

  it('is not withheld for other researchers, or if it is a value of the study itself', async () => {
    const [one, two] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const [known, hidden] = [await named(one), await anonymous(two)];
    const mine = uniqueFingerprint();
    await tookPart(known, mine);
    await seal();
    await tookPart(hidden, mine);
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([mine]);
    const own = await anonymous(one);
    await studyExportRequestsOf(run).tookPart(own, records(own.session_id));
    await studyExportRequestsOf(run).tookPart(known, records(own.session_id));
    clock.advance(day);
    expect(await devicesOf(own)).toEqual([own.session_id]);
  });

  it('is compared again when a researcher joins the study who can then see both runs', async () => {
    const [owner, joining] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const [known, hidden] = [await named(joining), await anonymous(owner)];
    const mine = uniqueFingerprint();
    await tookPart(known, mine);
    const taking = await tookPart(hidden, mine);
    await seal();
    clock.advance(day);
    expect(await devicesOf(hidden)).toEqual([mine]);
    await collaboratorRequestsOf(run).join(owner, hidden.study_id, joining, 'editor');
    expect(await readBy(joining, taking)).not.toContain('canvas');
    expect(await devicesOf(hidden)).toEqual([null]);
  });
});
