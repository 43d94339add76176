/**
 * @engines long: workers close the sessions when they receive an event from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { CommandBus } from '@nestjs/cqrs';
import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { days, hours } from '../../../server/platform/concurrency/clock';
import { sha256 } from '../../../server/platform/security/secrets';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { countLockWaits } from '../../support/engines/locks';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  type TestPerson,
} from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { bodyOf } from '../../support/app/body-of';

let run: RunningApp;
let workers: RunningWorkers | undefined;
let administrator: TestPerson;
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp({ clock: new TestClock() });
  administrator = await makeAdministrator(run.source);
});
afterEach(async () => {
  await workers?.close();
  workers = undefined;
});
afterAll(() => run.close());

const startThem = async () => void (workers = await startTestWorkers(run));
const stateOf = async ({ session_id }: RecruitingStudy): Promise<unknown> =>
  (
    await run.source.query<unknown[]>(
      'SELECT state, close_reason FROM research.session WHERE id = $1',
      [session_id],
    )
  )[0];
const becomes = (r: RecruitingStudy, state: string) =>
  eventually(
    () => stateOf(r),
    (row) => (row as { state: string }).state === state,
  );
const enrol = (r: RecruitingStudy, who: TestPerson, body: object = {}) =>
  run
    .http()
    .post(`/api/sessions/${r.session_id}/participations/`)
    .set(who.headers)
    .send({ consent: r.consent, ...body });
const change = (r: RecruitingStudy, state: string) =>
  run.http().put(`/api/sessions/${r.session_id}/`).set(r.researcher.headers).send({ state });
const disable = ({ researcher }: RecruitingStudy, disabled = true) =>
  run
    .http()
    .put(`/api/users/${researcher._id}/`)
    .set(administrator.headers)
    .send({ disabled, reason: 'x' });
const erase = ({ researcher }: RecruitingStudy) =>
  run
    .http()
    .delete(`/api/users/${researcher._id}/`)
    .set(administrator.headers)
    .send({ reason: 'Left the institute' })
    .expect(202);
const inAWhile = (ms: number) => new Date(run.clock.now().getTime() + ms).toISOString();
const deadlines = () => run.app.get(DeadlineEnforcer, { strict: false });

describe('A disabled researcher account', () => {
  it('pauses its open sessions and keeps later ones from opening until the account is enabled', async () => {
    const open = await recruit(run);
    const later = await recruit(run, { researcher: open.researcher, opens_at: inAWhile(hours(1)) });
    await disable(open).expect(200);
    run.clock.advance(hours(1) + 1_000);
    await startThem();
    await becomes(open, 'paused');
    await workers?.close();
    workers = undefined;
    await deadlines().openSessions();
    expect(await stateOf(later)).toMatchObject({ state: 'scheduled' });
    await disable(open, false).expect(200);
    await deadlines().openSessions();
    expect([await stateOf(open), await stateOf(later)]).toMatchObject([
      { state: 'paused' },
      { state: 'active' },
    ]);
  });

  it('leaves no session open after a concurrent launch or resumption: the request is refused, or the session pauses', async () => {
    const outcomes = new Set<number>();
    const sessions: RecruitingStudy[] = [];
    // With these delays, the disabling happens before, during and after the other requests, also on
    // a busy machine.
    for (const delay of [0, 2, 5, 10, 20, 40, 80, 160, 320]) {
      const open = await recruit(run);
      await change(open, 'paused').expect(200);
      const late = await makeLate(open);
      const [, resumed, launched] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, delay)).then(() => disable(open).expect(200)),
        change(open, 'active').then((a) => a.status),
        change(late, 'active').then((a) => a.status),
      ]);
      for (const status of [resumed, launched]) {
        expect([200, 401, 403]).toContain(status);
        outcomes.add(status);
      }
      sessions.push(open, late);
    }
    expect(outcomes.has(200)).toBe(true);
    // A request that came before the account was disabled may have opened its session. The server
    // refused all later requests. When the workers handle the event, they pause the open sessions.
    await startThem();
    await eventually(
      async () =>
        (await Promise.all(sessions.map(stateOf))).map((row) => (row as { state: string }).state),
      (states) => !states.includes('active'),
    );
    await workers?.close();
    workers = undefined;
  });

  it('cannot launch or resume a session, even if its request passed authentication before', async () => {
    const open = await recruit(run);
    await change(open, 'paused').expect(200);
    const late = await makeLate(open);
    // The test disables the account in an open transaction. The guard does not see this yet, so
    // both requests pass. Then they wait for the locked row until the test commits.
    const held = run.source.createQueryRunner();
    await held.startTransaction();
    await held.query('UPDATE identity.account SET disabled_at = now() WHERE id = $1', [
      open.researcher._id,
    ]);
    const answers = [change(open, 'active'), change(late, 'active')].map((request) =>
      request.then((answer) => ({ status: answer.status, body: answer.body as object })),
    );
    await eventually(
      () => countLockWaits(run.source),
      (n) => n === 2,
    );
    await held.commitTransaction();
    await held.release();
    for (const answer of answers)
      expect(await answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect([await stateOf(open), await stateOf(late)]).toMatchObject([
      { state: 'paused' },
      { state: 'scheduled' },
    ]);
  });
});

describe('A researcher account with a requested deletion', () => {
  it('pauses its sessions immediately; the erasure of the account then closes them and archives the studies', async () => {
    const open = await recruit(run, { capacity: 1 });
    const later = await recruit(run, { researcher: open.researcher, opens_at: inAWhile(days(31)) });
    const other = await recruit(run);
    const [seated, waiting] = await makePeople(run.source, 2);
    if (!seated || !waiting) throw new Error('two people');
    await enrol(open, seated).expect(201);
    const place = await bodyOf(enrol(open, waiting, { waitlist: true }).expect(201));
    await erase(open);
    await startThem();
    await becomes(open, 'paused');
    run.clock.advance(days(32));
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(open.researcher._id))).toBe(true);
    expect([await stateOf(open), await stateOf(later)]).toEqual([
      { state: 'closed', close_reason: 'manual' },
      { state: 'closed', close_reason: 'manual' },
    ]);
    expect(await stateOf(other)).toMatchObject({ state: 'active' });
    expect(
      await run.source.query('SELECT state FROM research.study WHERE id = ANY($1::uuid[])', [
        [open.study_id, later.study_id],
      ]),
    ).toEqual([{ state: 'archived' }, { state: 'archived' }]);
    expect(
      await run.source.query(
        'SELECT state, move_reason FROM research.participation WHERE id = $1',
        [(place as { _id: string })._id],
      ),
    ).toEqual([{ state: 'offer_expired', move_reason: 'session_closed' }]);
    expect(
      await run.source.query(
        `SELECT count(*)::int AS n FROM platform.outbox WHERE name = 'enrolment.session-closed'
         AND data ->> 'session_id' = ANY($1)`,
        [[open.session_id, later.session_id]],
      ),
    ).toEqual([{ n: 2 }]);
    const person = await makePerson(run.source);
    const catalogue = await bodyOf(
      run.http().get('/api/studies/?limit=200').set(person.headers).expect(200),
    );
    expect(JSON.stringify(catalogue)).not.toContain(open.study_id);
  });

  it('keeps everything if its owner signs in before the erasure, and can resume the paused session', async () => {
    const open = await recruit(run);
    await erase(open);
    await startThem();
    await becomes(open, 'paused');
    await run.source.query('UPDATE identity.account SET deletion_at = NULL WHERE id = $1', [
      open.researcher._id,
    ]);
    await run.source.query(
      `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
       VALUES (gen_random_uuid(), $1, $2, false, now() + interval '1 year') ON CONFLICT DO NOTHING`,
      [open.researcher._id, sha256(open.researcher.token)],
    );
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(open.researcher._id))).toBe(
      false,
    );
    expect((await change(open, 'active').expect(200)).body).toMatchObject({ state: 'active' });
  });
});

/** Makes a second session of the study, not launched. */
async function makeLate(of: RecruitingStudy): Promise<RecruitingStudy> {
  const body = await bodyOf(
    run
      .http()
      .post(`/api/studies/${of.study_id}/sessions/`)
      .set(of.researcher.headers)
      .send({ capacity: 3 })
      .expect(201),
  );
  return { ...of, session_id: (body as { _id: string })._id };
}
