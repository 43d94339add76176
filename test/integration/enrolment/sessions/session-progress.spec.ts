import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import type { Session } from '../../../../contracts/enrolment/sessions';
import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import type { z } from 'zod';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';

describe('The progress of a session that its researcher sees', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await sharedApp()));
  afterAll(() => run.close());

  const progress = (r: RecruitingStudy, who: TestPerson = r.researcher) =>
    bodyOf<SessionProgress>(
      run.http().get(`/api/sessions/${r.session_id}/progress/`).set(who.headers).expect(200),
    );
  const change = (r: RecruitingStudy, body: Partial<Session>) =>
    run
      .http()
      .put(`/api/sessions/${r.session_id}/`)
      .set(r.researcher.headers)
      .send(body)
      .expect(200);
  const tags = async (r: RecruitingStudy, query: object = {}) =>
    (
      await bodyOf<{ items: z.output<typeof RosterEntry>[] }>(
        run
          .http()
          .get(`/api/sessions/${r.session_id}/roster/`)
          .query({ limit: 200, names: 'false', ...query })
          .set(r.researcher.headers)
          .expect(200),
      )
    ).items;
  const decide = (r: RecruitingStudy, decisions: object[], who: TestPerson = r.researcher) =>
    run
      .http()
      .post(`/api/sessions/${r.session_id}/decisions/`)
      .set(who.headers)
      .send({ decisions });
  /** Enrols each person, who then performs these actions. */
  async function takePart(r: RecruitingStudy, people: readonly TestPerson[], ...actions: string[]) {
    for (const who of people) {
      const { _id } = await bodyOf<{ _id: string }>(
        run
          .http()
          .post(`/api/sessions/${r.session_id}/participations/`)
          .set(who.headers)
          .send({ consent: r.consent })
          .expect(201),
      );
      for (const action of actions)
        await run
          .http()
          .put(`/api/participations/${_id}/`)
          .set(who.headers)
          .send({ action })
          .expect(200);
    }
  }

  it('shows the seats over time, how many participants reached which state, and the cost', async () => {
    const r = await recruit(run, { capacity: 6, privacy_level: 'roster_on_start' });
    const people = await makePeople(run.source, 6);
    await takePart(r, people.slice(0, 3), 'start', 'complete');
    await takePart(r, people.slice(3, 4), 'start');
    await takePart(r, people.slice(4, 5), 'withdraw');
    const [first] = await tags(r, { state: 'completed' });
    await decide(r, [{ tag: first?.tag, decision: { action: 'approve' } }]).expect(200);
    const shown = await progress(r);
    expect(shown.funnel).toEqual({ enrolled: 5, started: 4, completed: 3, approved: 1 });
    expect(shown.curve.at(-1)).toMatchObject({ taken: 4, started: 4, completed: 3 });
    expect(shown.states).toEqual([
      { state: 'approved', people: 1 },
      { state: 'completed', people: 2 },
      { state: 'started', people: 1 },
      { state: 'withdrawn', people: 1 },
    ]);
    const euros = (amount: number) => ({ amount, currency: 'EUR' });
    expect(shown.cost).toEqual({
      approved: euros(450),
      to_review: euros(900),
      held: euros(450),
    });
    expect(shown.resolution).toBe('moment');
    // With fewer than five people, the page shows no minutes.
    expect(shown.minutes).toBeNull();
    expect(shown.hourly).toBeNull();
  });

  it('shows median and quartiles of the minutes, and the pay per hour, from five people on', async () => {
    const r = await recruit(run, { capacity: 9, privacy_level: 'roster_on_completion' });
    await takePart(r, await makePeople(run.source, 5), 'start', 'complete');
    await run.source.query(
      `UPDATE research.participation p SET started_at = m.at - n * interval '10 minutes'
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM research.participation
         WHERE session_id = $1) k
       JOIN research.participation_move m ON m.participation_id = k.id AND m.to_state = 'completed'
       WHERE p.id = k.id`,
      [r.session_id],
    );
    const shown = await progress(r);
    expect(shown.minutes).toEqual({
      people: 5,
      lower_quartile: 20,
      median: 30,
      upper_quartile: 40,
      stated: 20,
      plausible: true,
    });
    expect(shown.hourly).toEqual({ amount: 900, currency: 'EUR' });
  });

  it('marks an implausible median, and computes no pay per hour from it', async () => {
    const r = await recruit(run, { capacity: 9, privacy_level: 'roster_on_completion' });
    await takePart(r, await makePeople(run.source, 6), 'start', 'complete');
    const { minutes, hourly, cost } = await progress(r);
    expect(minutes).toMatchObject({ people: 6, stated: 20, plausible: false });
    expect(hourly).toBeNull();
    expect(cost?.to_review).toEqual({ amount: 2700, currency: 'EUR' });
  });

  const launchedDaysAgo = (r: RecruitingStudy, days: number) =>
    run.source.query(
      `UPDATE research.session SET launched_at = launched_at - make_interval(days => $2)
       WHERE id = $1`,
      [r.session_id, days],
    );

  it('of an anonymous session shows days, and nothing of today', async () => {
    const r = await recruit(run, { capacity: 8 });
    await launchedDaysAgo(r, 2);
    const empty = await progress(r);
    expect(empty).toMatchObject({ minutes: null, curve: [], states: [], rate: null });
    await takePart(r, await makePeople(run.source, 4), 'start', 'complete');
    expect({ ...(await progress(r)), as_of: '' }).toEqual({ ...empty, as_of: '' });
    await moveStepsToYesterday(run, r.session_id);
    const before = await progress(r);
    await takePart(r, await makePeople(run.source, 3), 'start');
    const shown = await progress(r);
    expect({ ...shown, as_of: '' }).toEqual({ ...before, as_of: '' });
    expect(shown.resolution).toBe('day');
    expect(shown.minutes).toBeNull();
    expect(shown.states).toEqual([{ state: 'completed', people: 4 }]);
    expect(shown.funnel).toEqual({ enrolled: 4, started: 4, completed: 4, approved: 0 });
    const day = /^\d{4}-\d\d-\d\d$/;
    expect(shown.curve.length).toBeGreaterThan(0);
    for (const { at } of shown.curve) expect(at).toMatch(day);
    const steps = shown.timeline.filter(
      ({ what }) => what === 'first_person' || what === 'half_full',
    );
    expect(steps).toHaveLength(2);
    for (const { at } of steps) expect(at).toMatch(day);
    if (shown.full_at) expect(shown.full_at).toMatch(day);
  });

  it('of an anonymous session counts its rate over whole days, so that no change of the rate reveals an hour', async () => {
    const r = await recruit(run, { capacity: 20 });
    await takePart(r, await makePeople(run.source, 6));
    await launchedDaysAgo(r, 9);
    await moveStepsToYesterday(run, r.session_id);
    const { rate } = await progress(r);
    expect(rate?.over_hours).toBe(24);
    expect((rate?.per_hour ?? 0) * 24).toBeCloseTo(6);
    await takePart(r, await makePeople(run.source, 5));
    expect((await progress(r)).rate).toEqual(rate);
  });

  it('lists what happened, in order, and who did it', async () => {
    const researcher = await makeResearcher(run.source);
    const r = await recruit(run, { capacity: 2, privacy_level: 'roster_on_start', researcher });
    await takePart(r, await makePeople(run.source, 2));
    await change(r, { state: 'paused' });
    await change(r, { state: 'active', capacity: 4 });
    await change(r, { closes_at: '2031-05-01T10:00:00.000Z' });
    await change(r, { state: 'closed' });
    const { timeline } = await progress(r);
    expect(
      timeline.map(({ what, before, after }) => [what, before, after].filter(Boolean)),
    ).toEqual([
      ['launched'],
      ['first_person'],
      ['half_full'],
      ['paused'],
      ['capacity', '2', '4'],
      ['resumed'],
      ['closing_date', '2031-05-01T10:00:00Z'],
      ['closed', 'manual'],
    ]);
    const by = new Set(timeline.map((one) => one.by?._id ?? null));
    expect(by).toEqual(new Set([researcher._id, null]));
    expect(timeline.find(({ what }) => what === 'paused')?.by?._id).toBe(researcher._id);
  });

  it('is hidden from other researchers, who cannot decide either', async () => {
    const r = await recruit(run, { capacity: 2 });
    const other = await makeResearcher(run.source);
    await run.http().get(`/api/sessions/${r.session_id}/progress/`).set(other.headers).expect(404);
    const one = { tag: '0'.repeat(16), decision: { action: 'approve' } };
    await decide(r, [one], other).expect(404);
  });

  describe('A request with many decisions', () => {
    const approve = (tag: string) => ({ tag, decision: { action: 'approve' } });
    const statesOf = async (r: RecruitingStudy) => (await tags(r)).map(({ state }) => state).sort();

    it('is applied together, and repeating it changes nothing', async () => {
      const r = await recruit(run, { capacity: 5, privacy_level: 'roster_on_start' });
      await takePart(r, await makePeople(run.source, 3), 'start', 'complete');
      const all = (await tags(r)).map(({ tag }) => approve(tag));
      expect((await decide(r, all).expect(200)).body).toEqual({ decided: 3, already: 0 });
      expect((await decide(r, all).expect(200)).body).toEqual({ decided: 0, already: 3 });
      expect(await statesOf(r)).toEqual(['approved', 'approved', 'approved']);
    });

    it('is refused as a whole if one decision is not possible, and the error says why for each', async () => {
      const r = await recruit(run, { capacity: 5, privacy_level: 'roster_on_start' });
      const people = await makePeople(run.source, 3);
      await takePart(r, people.slice(0, 2), 'start', 'complete');
      await takePart(r, people.slice(2), 'start');
      const done = (await tags(r, { state: 'completed' })).map(({ tag }) => tag);
      const [under] = await tags(r, { state: 'started' });
      const twice = await decide(r, [
        approve(done[0] ?? ''),
        approve('f'.repeat(16)),
        approve(done[0] ?? ''),
      ]).expect(400);
      expect((twice.body as { fields: object[] }).fields).toEqual([
        expect.objectContaining({ path: 'decisions.1.tag', code: 'unknown_tag' }),
        expect.objectContaining({ path: 'decisions.2.tag', code: 'named_twice' }),
      ]);
      const early = await decide(r, [...done.map(approve), approve(under?.tag ?? '')]).expect(400);
      expect((early.body as { fields: object[] }).fields).toEqual([
        expect.objectContaining({ path: 'decisions.2.tag', code: 'not_possible_now' }),
      ]);
      expect(await statesOf(r)).toEqual(['completed', 'completed', 'started']);
    });

    it('needs a category and a reason for each rejection', async () => {
      const r = await recruit(run, { capacity: 5, privacy_level: 'roster_on_start' });
      await takePart(r, await makePeople(run.source, 1), 'start', 'complete');
      const [one] = await tags(r);
      await decide(r, [{ tag: one?.tag, decision: { action: 'reject' } }]).expect(400);
      await decide(r, [
        {
          tag: one?.tag,
          decision: { action: 'reject', category: 'too_fast', reason: 'x'.repeat(100) },
        },
      ]).expect(200);
      expect(await statesOf(r)).toEqual(['rejected']);
    });
  });

  describe('A roster without names', () => {
    it('shows the minutes of a completed participant, unless the reader may not learn names', async () => {
      const of = async (privacy_level: string) => {
        const r = await recruit(run, { capacity: 3, privacy_level });
        await takePart(r, await makePeople(run.source, 1), 'start', 'complete');
        await takePart(r, await makePeople(run.source, 1), 'start');
        await run.source.query(
          `UPDATE research.participation SET started_at = started_at - interval '150 seconds',
             updated_at = updated_at - interval '1 day' WHERE session_id = $1`,
          [r.session_id],
        );
        return (await tags(r)).map(({ state, minutes }) => [state, minutes]).sort();
      };
      for (const level of ['roster_on_start', 'roster_on_completion'])
        expect(await of(level)).toEqual([
          ['completed', 2.5],
          ['started', null],
        ]);
      expect(new Set((await of('anonymous')).map(([, minutes]) => minutes))).toEqual(
        new Set([null]),
      );
    });

    it('has no name, participation id or time, and is not recorded as an access to the roster', async () => {
      const r = await recruit(run, { capacity: 3, privacy_level: 'roster_on_start' });
      const [who] = await makePeople(run.source, 1);
      if (!who) throw new Error('no person');
      await takePart(r, [who], 'start');
      expect(await tags(r)).toEqual([
        expect.objectContaining({
          email: null,
          participation_id: null,
          since: null,
          state: 'started',
        }),
      ]);
      const seen = await bodyOf<{ items: object[] }>(
        run.http().get('/api/roster-accesses/').set(who.headers).expect(200),
      );
      expect(seen.items).toEqual([]);
      expect(await tags(r, { state: ['completed', 'withdrawn'] })).toEqual([]);
    });
  });
});
