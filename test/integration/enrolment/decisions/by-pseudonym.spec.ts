import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { participationRequestsOf } from './ends';

/**
 * Tests decisions that name a participant by the pseudonym in the column `run_participant` of
 * exports.
 */
let run: RunningApp;
let ends: ReturnType<typeof participationRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  ends = participationRequestsOf(run);
});
afterAll(() => run.close());

const pseudonymOf = async (id: string): Promise<string> => {
  const [row]: { pseudonym: Buffer }[] = await run.source.query(
    `SELECT pseudonym FROM research.participation WHERE id = $1`,
    [id],
  );
  return row?.pseudonym.toString('hex') ?? '';
};
const decide = (r: RecruitingStudy, decisions: object[]) =>
  ends.ask('POST', `/api/sessions/${r.session_id}/decisions/`, r.researcher, { decisions });
const approve = { action: 'approve' };
async function completed(r: RecruitingStudy, count: number) {
  const people = await makePeople(run.source, count);
  const ids: string[] = [];
  for (const person of people) {
    const id = (await ends.enrol(r, person)).body._id;
    for (const action of ['start', 'complete']) await ends.act(id, person, { action });
    ids.push(id);
  }
  return { people, ids };
}

it('one request for many decisions accepts participants by pseudonym and by tag', async () => {
  const r = await recruit(run, { privacy_level: 'roster_on_start', capacity: 5 });
  const { people, ids } = await completed(r, 2);
  const roster = await ends.ask<{ items: { tag: string }[] }>(
    'GET',
    `/api/sessions/${r.session_id}/roster/`,
    r.researcher,
  );
  const first = await pseudonymOf(ids[0] ?? '');
  const answers = [];
  for (const { tag } of roster.body.items) {
    const answer = await decide(r, [
      { run_participant: first, decision: approve },
      { tag, decision: approve },
    ]);
    answers.push(answer.body);
  }
  // One of the two requests names the same participant by pseudonym and by tag.
  expect(answers).toContainEqual(
    expect.objectContaining({ fields: [expect.objectContaining({ code: 'named_twice' })] }),
  );
  expect(answers).toContainEqual({ decided: 2, already: 0 });
  for (const [index, person] of people.entries())
    expect((await ends.mine(person, ids[index] ?? '')).state).toBe('approved');
});

it('a decision is refused for a pseudonym of another session, an invalid one, none, or a pseudonym together with a tag', async () => {
  const r = await recruit(run, { privacy_level: 'roster_on_start', capacity: 5 });
  const other = await recruit(run, { privacy_level: 'roster_on_start', capacity: 5 });
  const { ids } = await completed(other, 1);
  const run_participant = await pseudonymOf(ids[0] ?? '');
  const refusals: [object, object][] = [
    [{ run_participant }, { path: 'decisions.0.run_participant', code: 'unknown_tag' }],
    [{}, { path: 'decisions.0.tag', code: 'required' }],
    [
      { run_participant, tag: '0'.repeat(16) },
      { path: 'decisions.0.tag', code: 'required' },
    ],
    [{ run_participant: 'P1' }, { path: 'decisions.0.run_participant', code: 'invalid' }],
  ];
  for (const [named, field] of refusals)
    expect((await decide(r, [{ ...named, decision: approve }])).body).toMatchObject({
      fields: [field],
    });
});
