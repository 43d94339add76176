import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { days } from '../../../../server/platform/concurrency/clock';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { bodyOf } from '../../../support/app/body-of';
import type { z } from 'zod';
import type { RosterEntry as Entry } from '../../../../contracts/enrolment/rosters';

type RosterEntry = z.output<typeof Entry>;

describe('[8.1.2] [8.2.3] To hide who took part,', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await sharedApp()));
  afterAll(() => run.close());
  const enrol = async (r: RecruitingStudy, who: TestPerson) =>
    (
      await bodyOf<{ _id: string }>(
        run
          .http()
          .post(`/api/sessions/${r.session_id}/participations/`)
          .set(who.headers)
          .send({ consent: r.consent }),
      )
    )._id;
  const move = (id: string, who: TestPerson, action: string, reason?: string) =>
    run
      .http()
      .put(`/api/participations/${id}/`)
      .set(who.headers)
      .send({ action, ...(reason && { reason }) });
  const roster = async (r: RecruitingStudy) =>
    (
      await bodyOf<{ items: RosterEntry[] }>(
        run.http().get(`/api/sessions/${r.session_id}/roster/`).set(r.researcher.headers),
      )
    ).items;

  it.each([
    ['anonymous', [null, null, null]],
    ['roster_on_completion', [null, null, 'named']],
    ['roster_on_start', [null, 'named', 'named']],
  ] as const)(
    'the roster of a session with %s shows names only in the states of that level',
    async (privacy_level, expected) => {
      const r = await recruit(run, { capacity: 5, privacy_level });
      const people = await makePeople(run.source, 3);
      const ids = await Promise.all(people.map((p) => enrol(r, p)));
      const [, b, c] = people;
      if (!b || !c) throw new Error('three people');
      await move(ids[1] ?? '', b, 'start');
      await move(ids[1] ?? '', b, 'withdraw');
      await move(ids[2] ?? '', c, 'start');
      await move(ids[2] ?? '', c, 'complete');
      if (privacy_level === 'anonymous') {
        expect(await roster(r)).toEqual([]);
        await moveStepsToYesterday(run, r.session_id);
      }
      const entries = await roster(r);
      const inState = (state: string) => entries.find((entry) => entry.state === state);
      const told = ['enrolled', 'withdrawn', 'completed'].map(inState);
      expect(told.map((entry) => entry?.email)).toEqual(
        expected.map((e, i) => (e === null ? null : people[i]?.email)),
      );
      expect(told.map((entry) => entry?.participation_id)).toEqual(
        expected.map((e, i) => (e === null ? null : ids[i])),
      );
      expect(told.map((entry) => typeof entry?.since === 'string')).toEqual(
        expected.map((e) => e !== null),
      );
      for (const { tag, day } of entries) {
        expect(tag).toMatch(/^[0-9a-f]{16}$/);
        const since = run.clock.now().getTime() - (privacy_level === 'anonymous' ? days(1) : 0);
        expect(day).toBe(new Date(since).toISOString().slice(0, 10));
      }
      for (const { entry } of entries) for (const id of ids) expect(entry).not.toContain(id);
    },
  );

  it('a person has a different pseudonym in every study', async () => {
    const person = await makePerson(run.source);
    const rows: Buffer[] = [];
    for (const r of [await recruit(run), await recruit(run)]) {
      const id = await enrol(r, person);
      const [row]: { pseudonym: Buffer }[] = await run.source.query(
        'SELECT pseudonym FROM research.participation WHERE id = $1',
        [id],
      );
      if (row) rows.push(row.pseudonym);
    }
    expect(rows[0]?.equals(rows[1] as Buffer)).toBe(false);
  });

  it('no event contains an account beside a participation', async () => {
    const r = await recruit(run);
    const person = await makePerson(run.source);
    await enrol(r, person);
    const rows: { data: object }[] = await run.source.query(
      `SELECT data FROM platform.outbox WHERE name LIKE 'enrolment.participant-%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(person._id);
  });

  it('only participant and researcher change a participation, each by the transitions allowed to them', async () => {
    const r = await recruit(run, { privacy_level: 'roster_on_start' });
    const [a, b] = await makePeople(run.source, 2);
    if (!a || !b) throw new Error('two people');
    const id = await enrol(r, a);
    expect((await move(id, b, 'withdraw')).status).toBe(404);
    expect((await move(id, r.researcher, 'start')).status).toBe(403);
    expect((await move(id, a, 'approve')).status).toBe(403);
    expect((await move(id, a, 'complete')).body).toMatchObject({
      status: 409,
      code: 'illegal_transition',
      description: 'This is not possible in the present state: enrolled.',
    });
    for (const action of ['start', 'start', 'complete', 'complete'])
      expect((await move(id, a, action)).status).toBe(200);
    expect(
      (await bodyOf<{ fields: unknown }>(move(id, r.researcher, 'reject'))).fields,
    ).toMatchObject([
      { path: 'category', code: 'required' },
      { path: 'reason', code: 'required' },
    ]);
    expect((await bodyOf<{ state: string }>(move(id, r.researcher, 'approve'))).state).toBe(
      'approved',
    );
    const log: object[] = await run.source.query(
      'SELECT from_state, to_state, moved_by FROM research.participation_move WHERE participation_id = $1 ORDER BY id',
      [id],
    );
    expect(log).toEqual([
      { from_state: null, to_state: 'enrolled', moved_by: 'participant' },
      { from_state: 'enrolled', to_state: 'started', moved_by: 'participant' },
      { from_state: 'started', to_state: 'completed', moved_by: 'participant' },
      { from_state: 'completed', to_state: 'approved', moved_by: 'researcher' },
    ]);
  });

  it('the researcher decides in an anonymous session by the roster’s line only', async () => {
    const r = await recruit(run);
    const [elsewhere, person] = [
      await recruit(run, { researcher: r.researcher }),
      await makePerson(run.source),
    ];
    const id = await enrol(r, person);
    for (const action of ['start', 'complete']) await move(id, person, action).expect(200);
    await moveStepsToYesterday(run, r.session_id);
    const [line] = await roster(r);
    const decide = (session: string, entry = line?.entry, who = r.researcher) =>
      run
        .http()
        .put(`/api/sessions/${session}/roster/${entry}/`)
        .set(who.headers)
        .send({ action: 'approve' });
    expect((await move(id, r.researcher, 'approve')).status).toBe(404);
    expect((await decide(elsewhere.session_id)).status).toBe(404);
    expect((await decide(r.session_id, id)).status).toBe(404);
    expect((await decide(r.session_id, line?.tag)).status).toBe(404);
    expect((await decide(r.session_id, line?.entry, elsewhere.researcher)).status).toBe(200);
    expect((await decide(r.session_id)).body).toEqual({ state: 'approved' });
    const stranger = (await recruit(run)).researcher;
    expect((await decide(r.session_id, line?.entry, stranger)).status).toBe(404);
    const [again] = await roster(r);
    expect([again?.tag, again?.state]).toEqual([line?.tag, 'approved']);
    expect(again?.entry).not.toBe(line?.entry);
  });

  it('enrolment applies the eligibility rule of the launch, and says why a person does not fit', async () => {
    const r = await recruit(run, {
      eligibility: [{ filter: 'age', range: { lower: 18, upper: 30 } }],
    });
    const person = await makePerson(run.source);
    const ask = () =>
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: r.consent });
    expect((await ask()).body).toMatchObject({
      status: 403,
      code: 'not_eligible',
      reasons: ['missing_profile_field'],
    });
    await run
      .http()
      .put('/api/demographics/')
      .set(person.headers)
      .send({ date_of_birth: '1950-05-05' })
      .expect(200);
    expect((await bodyOf<{ reasons: string[] }>(ask())).reasons).toEqual(['too_old']);
    expect(
      (
        await bodyOf<{ enrolment: unknown }>(
          run.http().get(`/api/studies/${r.study_id}/`).set(person.headers),
        )
      ).enrolment,
    ).toMatchObject({ button: 'not_eligible', reasons: ['too_old'] });
    const [year] = new Date().toISOString().split('-');
    await run
      .http()
      .put('/api/demographics/')
      .set(person.headers)
      .send({ date_of_birth: `${Number(year) - 20}-01-01` })
      .expect(200);
    expect((await ask()).status).toBe(201);
  });
});
