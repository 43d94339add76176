/** @lane quick */
import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { typedResponseOf, bodyOf } from '../../../support/app/body-of';

/** The body of a response: a participation, or the error code of a refusal. */
type Seat = { _id: string; state: string; code: string };

describe('A session that many people enrol in', () => {
  let run: RunningApp;
  let second: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
    second = await startApp({ engines: run.engines });
  });
  afterAll(async () => {
    await second.close();
    await run.close();
  });

  const enrol = (r: RecruitingStudy, who: TestPerson, body: object = {}, at = run) =>
    typedResponseOf<Seat>(
      at
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent, ...body }),
    );
  const transition = (id: string, who: TestPerson, action: string, extra: object = {}) =>
    typedResponseOf<Seat>(
      run
        .http()
        .put(`/api/participations/${id}/`)
        .set(who.headers)
        .send({ action, ...extra }),
    );
  const count = (values: number[]): Record<number, number> =>
    Object.fromEntries([...new Set(values)].map((v) => [v, values.filter((x) => x === v).length]));

  it('[2.3.4] gives its three seats to three of forty people who each send two concurrent requests at two servers', async () => {
    const r = await recruit(run, { capacity: 3 });
    const people = await makePeople(run.source, 40);
    const answers = await Promise.all(
      people.flatMap((p, i) => [
        enrol(r, p, {}, i % 2 ? run : second),
        enrol(r, p, {}, i % 3 ? run : second),
      ]),
    );
    const statuses = count(answers.map((a) => a.status));
    expect(statuses[201]).toBe(3);
    expect((statuses[200] ?? 0) + (statuses[409] ?? 0)).toBe(77);
    const winners = new Set(answers.filter((a) => a.status === 201).map((a) => String(a.body._id)));
    expect(new Set(answers.filter((a) => a.status === 200).map((a) => String(a.body._id)))).toEqual(
      winners,
    );
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      capacity: 3,
      taken: 3,
      counted: 3,
    });
  });

  it('fills every seat when there are fewer people than seats', async () => {
    const r = await recruit(run, { capacity: 50 });
    const people = await makePeople(run.source, 30);
    const answers = await Promise.all(people.map((p, i) => enrol(r, p, {}, i % 2 ? run : second)));
    expect(count(answers.map((a) => a.status))).toEqual({ 201: 30 });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 30,
      counted: 30,
    });
  });

  it('keeps exact counts while people enrol and withdraw at the same time', async () => {
    const r = await recruit(run, { capacity: 5 });
    const people = await makePeople(run.source, 20);
    await Promise.all(
      people.map(async (p, i) => {
        for (let round = 0; round < 6; round++) {
          const answer = await enrol(r, p, {}, (i + round) % 2 ? run : second);
          expect([200, 201, 409]).toContain(answer.status);
          if (answer.status < 300 && round < 5)
            expect((await transition(answer.body._id, p, 'withdraw')).status).toBe(200);
          const now = await readSeatCounts(run.source, r.session_id);
          expect(now.taken).toBeLessThanOrEqual(5);
          expect(now.counted).toBe(now.taken);
        }
      }),
    );
    await Promise.all(people.map((p) => enrol(r, p)));
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 5, counted: 5 });
  });

  it('offers a freed seat to the participant who waited longest, and refuses new requests without the waitlist', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [a, b, c, d] = await makePeople(run.source, 4);
    if (!a || !b || !c || !d) throw new Error('four people');
    const first = await enrol(r, a);
    expect((await enrol(r, b)).body).toMatchObject({
      status: 409,
      code: 'session_full',
      description: 'All 1 places are taken.',
    });
    const waiting = await enrol(r, b, { waitlist: true });
    expect([waiting.status, waiting.body.state]).toEqual([201, 'waitlisted']);
    expect((await enrol(r, c, { waitlist: true })).body.state).toBe('waitlisted');
    expect((await transition(first.body._id, a, 'withdraw')).body.state).toBe('withdrawn');
    expect((await enrol(r, d)).body.code).toBe('session_full');
    expect((await enrol(r, a)).body.code).toBe('session_full');
    const offered = await bodyOf<{ items: Seat[] }>(
      run.http().get('/api/participations/').set(b.headers),
    );
    expect(offered.items[0]).toMatchObject({ _id: waiting.body._id, state: 'offered' });
    expect((await transition(waiting.body._id, b, 'accept')).body.state).toBe('enrolled');
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 1,
      waitlisted: 1,
    });
  });

  it('reuses the participation of a person who withdrew before the start, and refuses a person who withdrew after it', async () => {
    const r = await recruit(run, { capacity: 2 });
    const p = await makePerson(run.source);
    const one = await enrol(r, p);
    await transition(one.body._id, p, 'withdraw');
    const two = await enrol(r, p);
    expect([two.status, two.body._id, two.body.state]).toEqual([201, one.body._id, 'enrolled']);
    await transition(one.body._id, p, 'start');
    await transition(one.body._id, p, 'withdraw');
    expect((await enrol(r, p)).body.code).toBe('already_participated');
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 0, counted: 0 });
  });

  it('gives one person one seat in one session of a study, also for concurrent requests at two servers', async () => {
    const r = await recruit(run, { capacity: 2 });
    const other = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/studies/${r.study_id}/sessions/`)
        .set(r.researcher.headers)
        .send({ capacity: 2 }),
    );
    await run
      .http()
      .put(`/api/sessions/${other._id}/`)
      .set(r.researcher.headers)
      .send({ state: 'active' });
    const people = await makePeople(run.source, 2);
    const answers = await Promise.all(
      people.flatMap((p) => [
        enrol(r, p, {}, run),
        enrol({ ...r, session_id: other._id }, p, {}, second),
      ]),
    );
    expect(count(answers.map((a) => a.status))).toEqual({ 201: 2, 409: 2 });
    expect(
      (await readSeatCounts(run.source, r.session_id)).taken +
        (await readSeatCounts(run.source, other._id)).taken,
    ).toBe(2);
  });

  it('[2.3.1] checks the conditions of enrolment in order: signed in, verified, consent read', async () => {
    const r = await recruit(run);
    const url = `/api/sessions/${r.session_id}/participations/`;
    expect((await bodyOf<Seat>(run.http().post(url).send({}))).code).toBe('unauthenticated');
    const fresh = await makePerson(run.source, { status: 'NEW' });
    expect((await enrol(r, fresh)).body.code).toBe('email_not_verified');
    const p = await makePerson(run.source);
    expect((await bodyOf<Seat>(run.http().post(url).set(p.headers).send({}))).code).toBe(
      'consent_required',
    );
    expect(
      (await enrol(r, p, { consent: { _id: r.consent._id, sha256: 'a'.repeat(64) } })).body.code,
    ).toBe('consent_changed');
    expect((await enrol(r, p)).status).toBe(201);
  });

  it('writes an agreement, a link and an event for every seat, and none for a refused person', async () => {
    const r = await recruit(run, { capacity: 2 });
    const people = await makePeople(run.source, 6);
    await Promise.all(people.map((p) => enrol(r, p)));
    const owner = await ownerQuery(run);
    const [n] = await owner(
      `SELECT (SELECT count(*)::int FROM research.agreement WHERE study_id = $1) AS agreements,
      (SELECT count(*)::int FROM identity.participation_link l
      JOIN research.participation p ON p.id = l.participation_id WHERE p.study_id = $1) AS links,
      (SELECT count(*)::int FROM platform.outbox WHERE name = 'enrolment.participant-enrolled' AND data->>'study_id' = $1::text) AS events`,
      [r.study_id],
    );
    expect(n).toEqual({ agreements: 2, links: 2, events: 2 });
  });

  it('keeps the application’s database role from reading which account a participation belongs to', async () => {
    await expect(
      run.source.query('SELECT * FROM identity.participation_link'),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      run.source.query('SET ROLE commonlab_export; SELECT * FROM identity.account'),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

async function ownerQuery(run: RunningApp) {
  const { Client } = await import('pg');
  return async (sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, parameters)).rows;
    } finally {
      await client.end();
    }
  };
}
