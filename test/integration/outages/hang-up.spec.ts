/**
 * @engines both: checks that a disconnected client leaves nothing in a queue, so it runs with both
 * kinds of queue (Redis and PostgreSQL)
 */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { typedResponseOf } from '../../support/app/body-of';

describe('A participant whose connection breaks during the enrolment', () => {
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

  const enrol = (r: RecruitingStudy, who: TestPerson, at = run) =>
    typedResponseOf<{ _id: string }>(
      at
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent }),
    );

  /**
   * Sends an enrolment request, or only the given number of bytes of its body, and disconnects
   * after `afterMs` milliseconds.
   */
  const hangUp = async (r: RecruitingStudy, who: TestPerson, afterMs: number, bytes = Infinity) => {
    const body = JSON.stringify({ consent: r.consent });
    const head = [
      `POST /api/sessions/${r.session_id}/participations/ HTTP/1.1`,
      'Host: a',
      `Authorization: ${who.headers.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      '',
    ].join('\r\n');
    const socket = connect(Number(new URL(run.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(head + body.slice(0, bytes));
    await wait(afterMs);
    socket.resetAndDestroy();
  };

  it('has no seat if half of the request was sent', async () => {
    const r = await recruit(run, { capacity: 1 });
    const p = await makePerson(run.source);
    await hangUp(r, p, 20, 30);
    // Waits a fixed time, since nothing shows the moment at which the server drops half a request.
    await wait(100);
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 0, counted: 0 });
    expect((await enrol(r, p)).status).toBe(201);
  });

  it('has one seat if the request was complete, and gets it when repeating the request at either server', async () => {
    const r = await recruit(run, { capacity: 40 });
    const people = await makePeople(run.source, 40);
    await Promise.all(people.map((p, i) => hangUp(r, p, i % 8)));
    await eventually(
      () => readSeatCounts(run.source, r.session_id),
      ({ taken, counted }) => taken === counted && counted > 0,
    );
    const between = await readSeatCounts(run.source, r.session_id);
    expect(between.counted).toBe(between.taken);
    const first = await Promise.all(people.map((p) => enrol(r, p)));
    const again = await Promise.all(people.map((p) => enrol(r, p, second)));
    // The people who were counted above have a seat already, so they get 200. More people may get
    // 200, because a seat may also have been taken after the count.
    expect(first.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(
      between.taken,
    );
    expect(first.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
    expect(again.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(again.map(({ body }) => body._id)).toEqual(first.map(({ body }) => body._id));
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 40,
      counted: 40,
    });
    const moves = await run.source.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM research.participation_move m
       JOIN research.participation p ON p.id = m.participation_id WHERE p.session_id = $1`,
      [r.session_id],
    );
    expect(moves).toEqual([{ n: 40 }]);
  });
});
