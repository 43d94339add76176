/**
 * @long: `npm test -- long` makes each decision both by a request about one roster line and by a
 * request about many lines, and then every other decision; other runs choose one of the two
 * requests and one of the other decisions
 */
import type { Response } from 'supertest';
import { researcherActions } from '../../../../contracts/enrolment/participations';
import { ApplyOrDropPendingDecisions } from '../../../../server/enrolment/decisions/settle-decisions';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import type { RunningApp } from '../../../support/app/launch-app';
import { isLongTestRun, sampleUnlessLongRun } from '../../../support/chance/lanes';
import { makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { printSeededRandom } from '../../../support/chance/seeded';
import { sharedApp } from '../../../support/app/shared-app';
import { privacyLevelRequestsOf, type RosterEntryBody } from '../rosters/levels';

const chance = printSeededRandom('decisions after one another');

let run: RunningApp;
let on: ReturnType<typeof privacyLevelRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  on = privacyLevelRequestsOf(run);
});
afterAll(() => run.close());

interface Taking {
  id: string;
  who: TestPerson;
  r: RecruitingStudy;
}
type Step = (of: Taking) => Promise<unknown>;
const moving =
  (...actions: string[]): Step =>
  async ({ id, who }) => {
    for (const action of actions) await on.move(id, who, action).expect(200);
  };
const sweeps =
  (state: string): Step =>
  ({ id }) =>
    run.source.query(
      `UPDATE research.participation SET state = $2, moved_by = 'system', due_at = NULL,
         updated_at = now() WHERE id = $1`,
      [id, state],
    );
/**
 * For each state at the beginning of the day, what the participant or a deadline can do during the
 * day.
 */
const today: Record<string, Record<string, Step>> = {
  enrolled: {
    nothing: moving(),
    started: moving('start'),
    completed: moving('start', 'complete'),
    withdrew: moving('withdraw'),
    'declined the consent': moving('decline-consent'),
    'timed out': sweeps('timed_out'),
    'withdrew and came back': async (of) => {
      await moving('withdraw')(of);
      await on.enrol(of.r, of.who).expect(201);
    },
    'went to another session': async (of) => {
      const other = await on.another(of.r, 'anonymous');
      await moving('withdraw')(of);
      await on.enrol(other, of.who).expect(201);
    },
  },
  started: {
    nothing: moving(),
    completed: moving('complete'),
    withdrew: moving('withdraw'),
    'timed out': sweeps('timed_out'),
    'was screened out by the study': sweeps('screened_out'),
  },
  completed: {
    nothing: moving(),
    'was approved by time': sweeps('approved'),
    'withdrew the data': moving('withdraw-data'),
  },
};
const before: Record<string, string[]> = {
  enrolled: [],
  started: ['start'],
  completed: ['start', 'complete'],
};

const reason = 'The answers of this participation were given faster than anybody can read. '.repeat(
  2,
);
const bodyOfAction = (action: string) => ({
  action,
  ...(action === 'reject' && { category: 'too_fast', reason }),
  ...((action === 'nullify' || action === 'overturn') && { reason }),
});
const rosterOf = async (r: RecruitingStudy, query = ''): Promise<RosterEntryBody[]> => {
  const answer = await run
    .http()
    .get(`/api/sessions/${r.session_id}/roster/${query}`)
    .set(r.researcher.headers)
    .expect(200);
  return (answer.body as { items: RosterEntryBody[] }).items;
};
/** The entries of all rosters that `played` has read, by tag. */
const entries = new Map<string, string>();
const single = (r: RecruitingStudy, tag: string, action: string) => {
  const entry = entries.get(tag);
  if (entry === undefined) throw new Error(`No roster has shown the tag ${tag}`);
  const path = `/api/sessions/${r.session_id}/roster/${entry}/`;
  return on.send('put', path, r.researcher, bodyOfAction(action));
};
const many = (r: RecruitingStudy, tag: string, action: string) =>
  on.send('post', `/api/sessions/${r.session_id}/decisions/`, r.researcher, {
    decisions: [{ tag, decision: bodyOfAction(action) }],
  });
const said = ({ status, body, headers }: Response) => ({
  status,
  body: JSON.stringify(body, (key, value: unknown) => (key === 'request_id' ? '' : value)),
  length: headers['content-length'],
});
const stateIn = async (id: string): Promise<string | undefined> => {
  const [row]: { state: string }[] = await run.source.query(
    `SELECT state FROM research.participation WHERE id = $1`,
    [id],
  );
  return row?.state;
};
const decidedMails = async (id: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM platform.outbox
     WHERE name = 'enrolment.participant-decided' AND data->>'participation_id' = $1`,
    [id],
  );
  return row?.n ?? 0;
};

/**
 * Makes a session with one participant for each change that can happen today, and makes these
 * changes.
 * @returns the participations by tag
 */
async function played(
  told: string,
  only?: string,
): Promise<{ r: RecruitingStudy; takings: Map<string, Taking> }> {
  const r = await recruit(run, { capacity: 20 });
  const steps = Object.entries(today[told] ?? {}).filter(([name]) => !only || name === only);
  const people: Taking[] = [];
  for (const [,] of steps) {
    const who = await makePerson(run.source);
    people.push({ r, who, id: await on.takePart(r, who, ...(before[told] ?? [])) });
  }
  await moveStepsToYesterday(run, r.session_id);
  for (const [index, [, step]] of steps.entries()) await step(people[index] as Taking);
  const tags = await run.source.query<{ id: string }[]>(
    `SELECT id FROM research.participation WHERE id = ANY($1::uuid[]) ORDER BY id`,
    [people.map(({ id }) => id)],
  );
  // The roster lists participations in the order of their ids, so line n shows the tag of
  // participation n.
  const lines = await rosterOf(r);
  for (const { tag, entry } of lines) entries.set(tag, entry);
  const byId = new Map(tags.map(({ id }, index) => [id, lines[index]?.tag ?? '']));
  return { r, takings: new Map(people.map((one) => [byId.get(one.id) ?? '', one])) };
}

const firstDecisions = Object.keys(today).flatMap((told, n) =>
  researcherActions.map((action, m) => [told, action, n + m] as const),
);
const offset = chance.int(2);

describe.each([
  ['one', single, 0],
  ['many', many, 1],
] as const)('Deciding on %s at a time, in an anonymous session,', (_, ask, way) => {
  it.each(firstDecisions.filter(([, , n]) => isLongTestRun || (n + offset) % 2 === way))(
    'gives the same answer about a roster line in state %s, whatever happened today, for the decision %s',
    async (told, action) => {
      const { r, takings } = await played(told);
      expect(takings.size).toBe(Object.keys(today[told] ?? {}).length);
      const answers = new Map<string, unknown[]>();
      for (const tag of takings.keys()) answers.set(tag, [said(await ask(r, tag, action))]);
      const states = (await rosterOf(r)).map(({ state, day }) => [state, day]);
      expect(new Set(states.map(String)).size).toBe(1);
      // Sends the same decision a second time, and then another one.
      const others = researcherActions.filter((one) => one !== action);
      for (const next of [action, ...sampleUnlessLongRun(others, 1, chance)])
        for (const [tag, all] of answers) all.push(said(await ask(r, tag, next)));
      const [first, ...rest] = [...answers.values()];
      for (const other of rest) expect(other).toEqual(first);
    },
  );
});

describe('A decision in an anonymous session that today’s real state does not allow', () => {
  const settle = () => run.app.get(ApplyOrDropPendingDecisions).settle();

  it('is dropped on the next day, without an email to the participant, if the new state does not allow it', async () => {
    const { r, takings } = await played('enrolled', 'withdrew');
    const [[tag, { id }] = ['', { id: '' }]] = takings;
    expect((await single(r, tag, 'no-show')).body).toEqual({ state: 'no_show' });
    expect((await rosterOf(r)).map(({ state }) => state)).toEqual(['no_show']);
    expect((await rosterOf(r, '?state=withdrawn')).length).toBe(0);
    await settle();
    expect((await rosterOf(r)).map(({ state }) => state)).toEqual(['no_show']);
    await moveStepsToYesterday(run, r.session_id);
    expect((await rosterOf(r)).map(({ state }) => state)).toEqual(['no_show']);
    expect(await settle()).toBeGreaterThan(0);
    expect((await rosterOf(r)).map(({ state }) => state)).toEqual(['withdrawn']);
    expect([await stateIn(id), await decidedMails(id)]).toEqual(['withdrawn', 0]);
  });

  it('is applied once on the next day, also by two concurrent workers, if the new state allows it', async () => {
    const { r, takings } = await played('enrolled', 'withdrew');
    const [[tag, { id, who }] = ['', { id: '', who: undefined }]] = takings;
    await many(r, tag, 'nullify').expect(200);
    expect(await stateIn(id)).toBe('withdrawn');
    if (who) await on.enrol(r, who).expect(201);
    expect(await stateIn(id)).toBe('enrolled');
    await moveStepsToYesterday(run, r.session_id);
    await Promise.all([settle(), settle()]);
    await settle();
    expect([await stateIn(id), await decidedMails(id)]).toEqual(['nullified', 1]);
    expect((await rosterOf(r)).map(({ state }) => state)).toEqual(['nullified']);
  });

  it('is accepted from only one of two concurrent requests that contradict each other', async () => {
    const { r, takings } = await played('completed', 'was approved by time');
    const [[tag, { id }] = ['', { id: '' }]] = takings;
    const answers = await Promise.all([many(r, tag, 'approve'), many(r, tag, 'reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [line] = await rosterOf(r);
    expect(line?.state).toBe(answers[0].status === 200 ? 'approved' : 'rejected');
    await moveStepsToYesterday(run, r.session_id);
    await settle();
    expect([await stateIn(id), await decidedMails(id)]).toEqual(['approved', 0]);
  });

  it('is replaced by a later decision about the same roster line', async () => {
    const { r, takings } = await played('completed', 'was approved by time');
    const [[tag, { id }] = ['', { id: '' }]] = takings;
    await many(r, tag, 'approve').expect(200);
    await many(r, tag, 'nullify').expect(200);
    expect(await stateIn(id)).toBe('nullified');
    const left: object[] = await run.source.query(
      `SELECT FROM research.pending_decision WHERE participation_id = $1`,
      [id],
    );
    expect(left).toEqual([]);
  });

  it('is stored together with all others of its request or not at all', async () => {
    const { r, takings } = await played('enrolled');
    const decisions = [...takings.keys()].map((tag) => ({ tag, decision: { action: 'no-show' } }));
    const path = `/api/sessions/${r.session_id}/decisions/`;
    const unknown = { tag: '0123456789abcdef', decision: { action: 'no-show' } };
    await on.send('post', path, r.researcher, { decisions: [...decisions, unknown] }).expect(400);
    expect(new Set((await rosterOf(r)).map(({ state }) => state))).toEqual(new Set(['enrolled']));
    const all = await on.send('post', path, r.researcher, { decisions }).expect(200);
    expect(all.body).toEqual({ decided: decisions.length, already: 0 });
    const again = await on.send('post', path, r.researcher, { decisions }).expect(200);
    expect(again.body).toEqual({ decided: 0, already: decisions.length });
    expect(new Set((await rosterOf(r)).map(({ state }) => state))).toEqual(new Set(['no_show']));
  });
});
