/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import { Secrets } from '../../../../server/platform/security/secrets';
import { rosterEntryOf } from '../../../../server/enrolment/rosters/roster-entries';
import type { Participation } from '../../../../contracts/enrolment/participations';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { launchHostedStudy, trialRecords, type RunParticipation } from '../../runtime/running';
import { studyExportRequestsOf, trialRecord } from '../../research-data/exporting';

let run: RunningApp;
const clock = new TestClock();
const day = 86_400_000;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const rejection = { action: 'reject', category: 'too_fast', reason: 'x'.repeat(100) };
const decide = (r: RecruitingStudy, t: RunParticipation, body: object) =>
  studyExportRequestsOf(run).running.ask<Participation>(
    'PUT',
    `/api/sessions/${r.session_id}/roster/${rosterEntryOf(run.app.get(Secrets), r.session_id, t.id)}/`,
    r.researcher,
    body,
  );
const tagsOf = async (r: RecruitingStudy) =>
  (
    await studyExportRequestsOf(run).running.ask<{ items: { tag: string; state: string }[] }>(
      'GET',
      `/api/sessions/${r.session_id}/roster/`,
      r.researcher,
    )
  ).body.items;
const statesIn = (runs: readonly Record<string, unknown>[]) =>
  runs.map(({ participation }) => participation).sort();

describe('The states and decisions in an export', () => {
  it('appear beside each run, with flags and roster tag, if the session shows names', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    await run.source.query(
      `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime,expected_records}', '4')
       WHERE id = $1`,
      [r.session_id],
    );
    const rejected = await tookPart(r, trialRecords(1), 'completed');
    const approved = await tookPart(
      r,
      [...trialRecords(4), { kind: 'event', data: '{"type":"blur"}' }],
      'completed',
    );
    await tookPart(r, trialRecords(4), 'completed');
    expect((await decide(r, rejected, rejection)).status).toBe(200);
    expect((await decide(r, approved, { action: 'approve' })).status).toBe(200);
    const whole = await downloaded(r.study_id, r.researcher);
    expect(statesIn(whole.runs)).toEqual(['approved', 'completed', 'rejected']);
    const of = (state: string) => whole.runs.find(({ participation }) => participation === state);
    expect(of('rejected')).toMatchObject({ few_records: true, left_window: 0 });
    expect(of('approved')).toMatchObject({ few_records: false, left_window: 1 });
    expect(of('rejected')).not.toHaveProperty('fast');
    // The export shows each participant's run with the participant's tag from the roster.
    for (const { tag, state } of await tagsOf(r)) expect(of(state)).toMatchObject({ tag });
    const tag = whole.codebook.runs.find(({ name }) => name === 'tag');
    expect(tag?.levels).toBeNull();
    for (const format of ['psych-ds', 'bids']) {
      const dataset = await downloaded(r.study_id, r.researcher, { format });
      const table = Object.entries(dataset.files).find(([name]) =>
        /runs(_data)?\.[ct]sv$/.test(name),
      );
      expect(table?.[1]).toContain('rejected');
      for (const one of await tagsOf(r))
        expect(JSON.stringify(dataset.files)).not.toContain(one.tag);
    }
    const bundle = await downloaded(r.study_id, r.researcher, { format: 'bundle' });
    for (const one of await tagsOf(r)) expect(JSON.stringify(bundle.files)).not.toContain(one.tag);
  });

  it('exclude rejected participations on request, and README and manifest say so', async () => {
    const { tookPart, made, downloaded, one } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const rejected = await tookPart(r, [trialRecord({ of: 'the rejected one' })], 'completed');
    await tookPart(r, [trialRecord({ of: 'another one' })], 'completed');
    expect((await decide(r, rejected, rejection)).status).toBe(200);
    for (const format of ['json', 'csv', 'psych-ds', 'bids', 'bundle']) {
      const body = { format, without_rejected: true };
      const { files, manifest } = await downloaded(r.study_id, r.researcher, body);
      expect([format, JSON.stringify(files).includes('the rejected one')]).toEqual([format, false]);
      expect([format, JSON.stringify(files).includes('another one')]).toEqual([format, true]);
      expect(manifest.left_out).toMatchObject({ rejected: 1 });
      if (format !== 'bundle')
        expect(files['README.md']).toContain('1 run of a participation that is rejected');
    }
    const done = await made(r.study_id, r.researcher, { without_rejected: true });
    expect(await one(r.study_id, r.researcher, done._id)).toMatchObject({
      without_rejected: true,
      runs: 1,
      left_out: { rejected: 1 },
    });
  });

  it('show an anonymous session as of midnight, without decisions, which would join participant codes with roster tags', async () => {
    const { tookPart, downloaded, running } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'anonymous' });
    const [one, two] = [
      await tookPart(r, trialRecords(2)),
      await tookPart(r, trialRecords(2), 'completed'),
    ];
    clock.advance(day);
    const before = await downloaded(r.study_id, r.researcher);
    expect(statesIn(before.runs)).toEqual(['completed', 'started']);
    // Neither the participant's completion nor the researcher's decision changes an export of the
    // same day. The completion shows from the next day on.
    await running.move(one.id, one.person, 'complete');
    const same = await downloaded(r.study_id, r.researcher);
    expect(statesIn(same.runs)).toEqual(['completed', 'started']);
    expect((await decide(r, two, rejection)).status).toBe(200);
    const decided = await downloaded(r.study_id, r.researcher);
    expect(statesIn(decided.runs)).toEqual(['completed', 'started']);
    const left = await downloaded(r.study_id, r.researcher, {
      format: 'json',
      without_rejected: true,
    });
    expect(statesIn(left.runs)).toEqual(['completed', 'started']);
    expect(left.manifest.left_out).not.toHaveProperty('rejected');
    clock.advance(day);
    const after = await downloaded(r.study_id, r.researcher);
    expect(statesIn(after.runs)).toEqual(['completed', 'completed']);
    for (const each of after.runs) {
      expect(each).not.toHaveProperty('tag');
      expect(each).not.toHaveProperty('fast');
    }
  });

  it('show a session with names to an editor as of midnight, without tags', async () => {
    const { tookPart, downloaded, running, makeEditor } = studyExportRequestsOf(run);
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const editor = await makeEditor(r.study_id);
    const t = await tookPart(r, trialRecords(1));
    clock.advance(day);
    await running.move(t.id, t.person, 'complete');
    expect(statesIn((await downloaded(r.study_id, r.researcher)).runs)).toEqual(['completed']);
    const { runs } = await downloaded(r.study_id, editor);
    expect(statesIn(runs)).toEqual(['started']);
    expect(runs[0]).not.toHaveProperty('tag');
  });
});
