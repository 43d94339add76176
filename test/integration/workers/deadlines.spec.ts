/**
 * @engines both: deadlines send events through the queues, so it runs with both kinds of queue
 * (Redis and PostgreSQL)
 */
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { SealAgreements } from '../../../server/enrolment/agreements/seal-agreements';
import { hours, minutes } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { unguardedJob } from '../../support/app/due-guard';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { typedResponseOf } from '../../support/app/body-of';

/** The body of a response: a participation, or the error code of a refusal. */
type Seat = { _id: string; state: string; code: string };

describe('The jobs of the workers that enforce deadlines', () => {
  let run: RunningApp;
  let workers: RunningWorkers;
  let owner: Client;
  beforeAll(async () => {
    // This file has its own application, because its workers handle every event of their database.
    run = await startApp({ clock: new TestClock() });
    workers = await startTestWorkers(run);
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await workers.close();
    await run.close();
  });

  const enrol = (r: RecruitingStudy, who: TestPerson, body: object = {}) =>
    typedResponseOf<Seat>(
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent, ...body }),
    );
  const move = (id: string, who: TestPerson, action: string) =>
    typedResponseOf<Seat>(
      run.http().put(`/api/participations/${id}/`).set(who.headers).send({ action }),
    );
  const sessionState = async (r: RecruitingStudy): Promise<string> =>
    (
      await owner.query<{ state: string }>('SELECT state FROM research.session WHERE id = $1', [
        r.session_id,
      ])
    ).rows[0]?.state ?? '';
  const stateOf = async (id: string): Promise<string> =>
    (
      await owner.query<{ state: string }>(
        'SELECT state FROM research.participation WHERE id = $1',
        [id],
      )
    ).rows[0]?.state ?? '';
  const becomes = (look: () => Promise<string>, state: string) =>
    eventually(look, (now) => now === state);
  const inAWhile = (ms: number) => new Date(run.clock.now().getTime() + ms).toISOString();

  it('open a session at its opening date and close it at its closing date, which ends its waitlist', async () => {
    const r = await recruit(run, {
      capacity: 1,
      opens_at: inAWhile(hours(1)),
      closes_at: inAWhile(hours(3)),
    });
    const [a, b] = await makePeople(run.source, 2);
    if (!a || !b) throw new Error('two people');
    expect(await sessionState(r)).toBe('scheduled');
    expect((await enrol(r, a)).body.code).toBe('session_not_active');
    run.clock.advance(hours(1) + 1000);
    await becomes(() => sessionState(r), 'active');
    const [one, waiting] = [await enrol(r, a), await enrol(r, b, { waitlist: true })];
    expect([one.status, waiting.body.state]).toEqual([201, 'waitlisted']);
    run.clock.advance(hours(2));
    await becomes(() => sessionState(r), 'closed');
    await becomes(() => stateOf(waiting.body._id), 'offer_expired');
    expect(await stateOf(one.body._id)).toBe('enrolled');
    const [row] = (
      await owner.query<{ close_reason: string }>(
        'SELECT close_reason FROM research.session WHERE id = $1',
        [r.session_id],
      )
    ).rows;
    expect(row).toEqual({ close_reason: 'date' });
  });

  it('end an unused seat and an unused offer, and offer the seat to the next on the waitlist', async () => {
    const r = await recruit(run, { capacity: 1, start_within_minutes: 60 });
    const [a, b, c] = await makePeople(run.source, 3);
    if (!a || !b || !c) throw new Error('three people');
    const one = await enrol(r, a);
    const [first, second] = [
      await enrol(r, b, { waitlist: true }),
      await enrol(r, c, { waitlist: true }),
    ];
    run.clock.advance(minutes(61));
    await becomes(() => stateOf(one.body._id), 'timed_out');
    await becomes(() => stateOf(first.body._id), 'offered');
    expect(await stateOf(second.body._id)).toBe('waitlisted');
    expect((await move(one.body._id, a, 'start')).body.code).toBe('illegal_transition');
    run.clock.advance(hours(24) + 1000);
    await becomes(() => stateOf(first.body._id), 'offer_expired');
    await becomes(() => stateOf(second.body._id), 'offered');
    expect((await move(first.body._id, b, 'accept')).body.code).toBe('illegal_transition');
    expect((await move(second.body._id, c, 'accept')).body.state).toBe('enrolled');
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 1,
      counted: 1,
      waitlisted: 0,
    });
  });

  it('end a run that takes too long, and free its seat', async () => {
    const r = await recruit(run, { capacity: 1, maximum_minutes: 60 });
    const p = await makePerson(run.source);
    const one = await enrol(r, p);
    await move(one.body._id, p, 'start');
    run.clock.advance(minutes(61));
    await becomes(() => stateOf(one.body._id), 'timed_out');
    expect((await enrol(r, await makePerson(run.source))).status).toBe(201);
  });

  it('end each deadline once, also when several run concurrently', async () => {
    const r = await recruit(run, { capacity: 20, start_within_minutes: 60 });
    const people = await makePeople(run.source, 20);
    await Promise.all(people.map((p) => enrol(r, p)));
    const deadlines = () =>
      new DeadlineEnforcer(run.app.get(DataSource), run.app.get(UnitOfWork), run.clock);
    run.clock.advance(minutes(61));
    await Promise.all([
      deadlines().endOverdue(),
      deadlines().endOverdue(),
      deadlines().endOverdue(),
    ]);
    const [n] = (
      await owner.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM research.participation_move m
         JOIN research.participation p ON p.id = m.participation_id WHERE p.session_id = $1
         AND m.to_state = 'timed_out'`,
        [r.session_id],
      )
    ).rows;
    expect(n).toEqual({ n: 20 });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 0, counted: 0 });
  });

  it('close the other sessions when one cannot be closed', async () => {
    const [broken, well] = [
      await recruit(run, { closes_at: inAWhile(hours(1)) }),
      await recruit(run, { closes_at: inAWhile(hours(1)) }),
    ];
    await owner.query(`
      CREATE FUNCTION research.refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this one cannot'; END $$;
      CREATE TRIGGER refuses BEFORE UPDATE ON research.session FOR EACH ROW
        WHEN (OLD.id = '${broken.session_id}') EXECUTE FUNCTION research.refuses()`);
    run.clock.advance(hours(2));
    await becomes(() => sessionState(well), 'closed');
    expect(await sessionState(broken)).toBe('active');
    await owner.query('DROP FUNCTION research.refuses() CASCADE');
    await becomes(() => sessionState(broken), 'closed');
  });

  it('seal agreements in one chain, also concurrently, and detect a changed byte', async () => {
    const r = await recruit(run, { capacity: 30 });
    const seal = unguardedJob(new SealAgreements(run.app.get(DataSource), run.app.get(UnitOfWork)));
    const people = await makePeople(run.source, 30);
    await Promise.all([...people.map((p) => enrol(r, p)), seal.run(), seal.run()]);
    await Promise.all([seal.run(), seal.run()]);
    const { rows } = await owner.query<{ id: string; sequence: string }>(
      'SELECT id, sequence FROM research.agreement WHERE study_id = $1 ORDER BY sequence',
      [r.study_id],
    );
    expect(rows.map((row) => Number(row.sequence))).toEqual(rows.map((_, i) => i + 1));
    expect(rows).toHaveLength(30);
    expect(await seal.firstBroken(r.study_id)).toBeNull();
    await owner.query(`UPDATE research.agreement SET locale = 'xx' WHERE id = $1`, [rows[11]?.id]);
    expect(await seal.firstBroken(r.study_id)).toBe(12n);
    await owner.query(`UPDATE research.agreement SET locale = 'en' WHERE id = $1`, [rows[11]?.id]);
    expect(await seal.firstBroken(r.study_id)).toBeNull();
    await owner.query('ALTER TABLE research.agreement DISABLE TRIGGER USER');
    await owner.query('DELETE FROM research.agreement WHERE id = $1', [rows[19]?.id]);
    expect(await seal.firstBroken(r.study_id)).toBe(20n);
  });
});
