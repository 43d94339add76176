/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { unique, uniqueFingerprint } from '../../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { trialRecord } from '../../research-data/exporting';
import { launchHostedStudy } from '../../runtime/running';
import { parseJsonLines, poolRequestsOf } from '../rigs/pools';

const clock = new TestClock();
const day = 86_400_000;
let run: RunningApp;
let rig: ReturnType<typeof poolRequestsOf>;
beforeAll(async () => {
  run = await sharedApp({ clock });
  rig = poolRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a class with one group that recruits with a copy of the instructor's template. */
async function scene() {
  const room = await rig.sessions.buildingClass();
  const template = await rig.template(room.instructor, room.id);
  const study = await rig.templates.copied(room.builder, template, room.id);
  const group = await rig.launched(room.builder, study, room.id);
  const pooled = async (who: TestPerson) =>
    (await rig.unpacked(await rig.made(who, room.id, template, { format: 'jsonl' }))).files;
  return { room, group, pooled };
}
const named = (researcher: TestPerson) =>
  launchHostedStudy(run, {
    title: `Named ${unique()}`,
    privacy_level: 'roster_on_start',
    researcher,
  });
const tookPartIn = (r: RecruitingStudy, device: string) =>
  rig.exporting.tookPart(r, [trialRecord({ device, rt: 300 })]);
const devicesIn = (files: Readonly<Record<string, string>>) =>
  parseJsonLines(files['data.jsonl']).map(({ device }) => device ?? null);
const namedDevices = async (r: RecruitingStudy) =>
  (
    await rig.exporting.downloaded(r.study_id, r.researcher, { format: 'json', unfinished: true })
  ).data.map(({ device }) => device);

describe('A pool of answers of several studies', () => {
  it('reveals nothing about participants of today to staff and to other groups', async () => {
    const { room, group, pooled } = await scene();
    await rig.tookPart(group, room.id, { rt: 300 });
    clock.advance(day);
    const readers = [room.instructor, room.assistant, room.builder];
    const before = [];
    for (const who of readers) before.push(await pooled(who));
    await rig.tookPart(group, room.id, { rt: 301 });
    // Each export of a study has the same pseudonyms, so the test can compare complete exports.
    for (const [n, who] of readers.entries()) expect(await pooled(who)).toEqual(before[n]);
    clock.advance(day);
    expect(parseJsonLines((await pooled(room.instructor))['data.jsonl'])).toHaveLength(2);
  });

  it('withholds a rare value that also occurs in a study with names of its staff', async () => {
    const { room, group, pooled } = await scene();
    const device = uniqueFingerprint();
    const known = await named(room.instructor);
    await tookPartIn(known, device);
    clock.advance(day);
    expect(await namedDevices(known)).toEqual([device]);
    await rig.tookPart(group, room.id, { rt: 300, device });
    clock.advance(day);
    expect(await namedDevices(known)).toEqual([device]);
    expect(devicesIn(await pooled(room.assistant))).toEqual([null]);
  });

  it('makes a study with names of its staff withhold a rare value that the pool showed before', async () => {
    const { room, group, pooled } = await scene();
    const device = uniqueFingerprint();
    const known = await named(room.instructor);
    await rig.tookPart(group, room.id, { rt: 300, device });
    clock.advance(day);
    expect(devicesIn(await pooled(room.instructor))).toEqual([device]);
    await tookPartIn(known, device);
    clock.advance(day);
    expect(await namedDevices(known)).toEqual([null]);
  });

  it('withholds a rare value from a person who joins the staff later', async () => {
    const { room, group, pooled } = await scene();
    const device = uniqueFingerprint();
    const joining = await makeResearcher(run.source);
    const known = await named(joining);
    await tookPartIn(known, device);
    expect(await namedDevices(known)).toEqual([device]);
    await rig.tookPart(group, room.id, { rt: 300, device });
    clock.advance(day);
    expect(devicesIn(await pooled(room.instructor))).toEqual([device]);
    await rig.sessions.join(room.id, joining, 'assistant');
    expect(devicesIn(await pooled(joining))).toEqual([null]);
  });
});
