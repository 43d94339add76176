/** @engines both: it runs with both kinds of queue, which pass live messages in different ways */
import { AvailabilityPoller } from '../../../server/live/availability-poller';
import type { LiveServer } from '../../../server/live/live-server';
import { LiveGateway } from '../../../server/live/live.gateway';
import { RevocationPoller } from '../../../server/live/revocation-poller';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import type { SeatAvailability } from '../../../contracts/live/live';
import { typedResponseOf } from '../../support/app/body-of';

describe('The live updates of a session', () => {
  let run: RunningApp;
  let second: RunningApp;
  let workers: RunningWorkers;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    // This file has its own application, because its workers handle every event of their database.
    run = await startApp({ clock: new TestClock() });
    second = await startApp({ engines: run.engines });
    workers = await startTestWorkers(run);
    // The server's poll each second would hide a broken fan-out, so it is off; the tests of outages
    // test the poll itself.
    for (const server of [run, second])
      server.app.get(AvailabilityPoller, { strict: false }).onApplicationShutdown();
    // The server's poll of the tokens is off, too, so that it runs only when a test starts it.
    for (const server of [run, second])
      server.app.get(RevocationPoller, { strict: false }).onApplicationShutdown();
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await workers.close();
    await second.close();
    await run.close();
  });
  const connect = async (who?: TestPerson, at = run) => {
    const w = await openTestSocket(at.url, who?.token);
    open.push(w);
    return w;
  };
  const enrol = (r: RecruitingStudy, who: TestPerson, body: object = {}) =>
    typedResponseOf<{ _id: string }>(
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent, ...body }),
    );
  const newest = (w: TestSocket, r: RecruitingStudy) =>
    w.seen
      .filter((m) => m.session_id === r.session_id)
      .reduce<SeatAvailability | undefined>(
        (best, m) => (best && best.version >= m.version ? best : m),
        undefined,
      );

  it('show an enrolment on dashboard, session and study page, at every server, with counts for the researcher only', async () => {
    const r = await recruit(run, { capacity: 10 });
    const [dashboard, session, visitor] = [
      await connect(r.researcher),
      await connect(r.researcher, second),
      await connect(undefined, second),
    ];
    const answers = [
      await dashboard.watch('dashboard'),
      await session.watch(`session:${r.session_id}`),
      await visitor.watch(`study:${r.study_id}`),
    ];
    expect(answers.map((a) => a.ok)).toEqual([true, true, true]);
    expect(answers[0]).toMatchObject({
      snapshot: [
        { session_id: r.session_id, capacity: 10, spots_available: 10, counts: { enrolled: 0 } },
      ],
    });
    expect(JSON.stringify(answers[2])).not.toContain('counts');
    await enrol(r, await makePerson(run.source));
    for (const w of [dashboard, session])
      await eventually(
        () => newest(w, r),
        (m) => m?.spots_available === 9 && m.counts?.enrolled === 1,
      );
    const open_ = await eventually(
      () => newest(visitor, r),
      (m) => m?.spots_available === 9,
    );
    expect(open_).not.toHaveProperty('counts');
  });

  it('end with the last committed state after many changes in a short time, in tens of messages instead of hundreds', async () => {
    const r = await recruit(run, { capacity: 40 });
    const w = await connect(r.researcher);
    await w.watch(`session:${r.session_id}`);
    const people = await makePeople(run.source, 200);
    const started = Date.now();
    await Promise.all(people.map((p) => enrol(r, p)));
    const { version } = await readSeatCounts(run.source, r.session_id);
    await eventually(
      () => newest(w, r),
      (m) => m?.version === version && m.spots_available === 0 && m.counts?.enrolled === 40,
    );
    const seconds = (Date.now() - started) / 1000;
    expect(w.seen.length).toBeLessThanOrEqual(10 * seconds + 5);
  });

  it('show started, completed, waitlisted and withdrawn counts as they change', async () => {
    const r = await recruit(run, { capacity: 2 });
    const w = await connect(r.researcher);
    await w.watch('dashboard');
    const [a, b, c] = await makePeople(run.source, 3);
    if (!a || !b || !c) throw new Error('three people');
    const one = await enrol(r, a);
    const two = await enrol(r, b);
    await enrol(r, c, { waitlist: true });
    const move = (id: string, who: TestPerson, action: string) =>
      run.http().put(`/api/participations/${id}/`).set(who.headers).send({ action });
    await move(one.body._id, a, 'start');
    await move(one.body._id, a, 'complete');
    await move(two.body._id, b, 'withdraw');
    await eventually(
      () => newest(w, r)?.counts,
      (counts) =>
        JSON.stringify(counts) ===
        JSON.stringify({
          offered: 1,
          enrolled: 0,
          started: 0,
          completed: 1,
          waitlisted: 0,
          withdrawn: 1,
          timed_out: 0,
        }),
    );
  });

  it('inform only the participant who gets an offer', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [a, b, c] = await makePeople(run.source, 3);
    if (!a || !b || !c) throw new Error('three people');
    const [me, other] = [await connect(b), await connect(c)];
    expect(await me.watch('me')).toEqual({ ok: true, snapshot: { _id: b._id } });
    await other.watch('me');
    const one = await enrol(r, a);
    const waiting = await enrol(r, b, { waitlist: true });
    await run
      .http()
      .put(`/api/participations/${one.body._id}/`)
      .set(a.headers)
      .send({ action: 'withdraw' });
    await eventually(
      () => me.messages,
      (all) =>
        all.some(
          (m) =>
            m.name === 'participation.updated' &&
            JSON.stringify(m.message) ===
              JSON.stringify({ _id: waiting.body._id, state: 'offered' }),
        ),
    );
    expect(other.messages).toEqual([]);
  });

  it('refuse each topic to people who may not watch it', async () => {
    const r = await recruit(run);
    const [visitor, participant, other, admin] = [
      await connect(),
      await connect(await makePerson(run.source)),
      await connect(await makeResearcher(run.source)),
      await connect(await makeAdministrator(run.source)),
    ];
    const ask = async (w: TestSocket, topic: string) => {
      const answer = await w.watch(topic);
      return answer.ok ? 'ok' : answer.code;
    };
    expect(
      await Promise.all(
        ['dashboard', 'me', 'reviews', `session:${r.session_id}`].map((t) => ask(visitor, t)),
      ),
    ).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated', 'unauthenticated']);
    expect(
      await Promise.all(
        ['dashboard', 'me', 'reviews', `session:${r.session_id}`].map((t) => ask(participant, t)),
      ),
    ).toEqual(['forbidden', 'ok', 'forbidden', 'not_found']);
    expect(
      await Promise.all(
        ['dashboard', 'reviews', `session:${r.session_id}`].map((t) => ask(other, t)),
      ),
    ).toEqual(['ok', 'forbidden', 'not_found']);
    expect(await ask(admin, 'reviews')).toBe('ok');
    expect(
      await Promise.all(
        ['', 'study:', 'study:nonsense', 'everything', `study:${r.study_id}:x`].map((t) =>
          ask(visitor, t),
        ),
      ),
    ).toEqual(Array(5).fill('validation_failed'));
    expect(await visitor.socket.timeout(20_000).emitWithAck('watch', null as never)).toMatchObject({
      ok: false,
    });
    await expect(openTestSocket(run.url, 'no-such-token')).rejects.toThrow('unauthenticated');
  });

  it('end a socket whose token was revoked in the database or has expired', async () => {
    const [revoked, expired, held] = await makePeople(run.source, 3);
    if (!revoked || !expired || !held) throw new Error('three people');
    const sockets = [await connect(revoked), await connect(expired), await connect(held)];
    await run.source.query('DELETE FROM identity.token WHERE account_id = $1', [revoked._id]);
    await run.source.query(
      `UPDATE identity.token SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
      [expired._id],
    );
    const { server } = run.app.get<
      LiveGateway,
      {
        server: LiveServer;
      }
    >(LiveGateway, { strict: false });
    expect(await run.app.get(RevocationPoller, { strict: false }).look(server)).toBe(2);
    await eventually(
      () => sockets.map((w) => w.socket.connected),
      (connected) => JSON.stringify(connected) === '[false,false,true]',
    );
    expect(sockets[0]?.messages.map((m) => m.name)).toEqual(['signed_out']);
  });

  it('[7.4.1] sign out open tabs immediately', async () => {
    const p = await makePerson(run.source);
    const w = await connect(p);
    await w.watch('me');
    const gone = new Promise((resolve) => w.socket.once('disconnect', resolve));
    await run
      .http()
      .put('/api/users/profile/')
      .set(p.headers)
      .send({ action: 'remove-token', token: p.token })
      .expect(204);
    await gone;
    expect(w.messages.map((m) => m.name)).toContain('signed_out');
  });
});
