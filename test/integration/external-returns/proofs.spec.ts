/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import { startApp, TestClock } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { externalStudyRequestsOf, signedReturn } from './external-study';

let run: RunningApp;
let outside: ReturnType<typeof externalStudyRequestsOf>;
const clock = new TestClock();
// Uses its own application with rate limits, because the tests send wrong codes until the limit
// applies.
beforeAll(async () => {
  run = await startApp({ clock, environment: { RATE_LIMITS: 'on' } });
  outside = externalStudyRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const done = { result: 'done', reason: null };

describe('The proof of a return', () => {
  it('is refused if its signature is of another study, participant or outcome, and the answer names no participant', async () => {
    const [a, b] = [
      await outside.start(await outside.recruitOutside()),
      await outside.start(await outside.recruitOutside()),
    ];
    const neighbour = await outside.start(a.r);
    const [mine, other] = [await outside.proofs(a.r), await outside.proofs(b.r)];
    const right = signedReturn(mine.secret, a.sent, 'completed');
    for (const wrong of [
      signedReturn(other.secret, a.sent, 'completed'),
      { ...right, participant: neighbour.sent.participant },
      { ...right, outcome: 'screened_out' },
      { ...right, session: b.r.session_id },
      { ...right, signature: '' },
    ])
      expect((await outside.redirect(wrong)).body).toEqual({
        result: 'refused',
        reason: 'bad_signature',
        outcome: wrong.outcome,
        state: null,
        study_id: null,
        study_title: null,
      });
    for (const { id } of [a, b, neighbour])
      expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
    // A wrong signature may have come from a participant's browser, so researchers see it only on
    // the next day.
    expect((await outside.proofs(a.r)).arrived).toEqual([]);
    await moveStepsToYesterday(run, a.r.session_id);
    const { arrived } = await outside.proofs(a.r);
    expect(arrived.every(({ tag, reason }) => tag === null && reason === 'bad_signature')).toBe(
      true,
    );
    expect(arrived.reduce((sum, { times }) => sum + times, 0)).toBe(4);
  });

  it('is refused with the token of another session, also before a researcher first opens the page', async () => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside());
    const other = await outside.proofs(await outside.recruitOutside());
    const { session, participant } = sent;
    const body = { session, participant, outcome: 'completed' };
    const before = await outside.server({ ...body, token: other.token });
    expect([before.status, before.body.code]).toEqual([401, 'invalid_return_token']);
    await outside.proofs(r);
    const after = await outside.server({ ...body, token: other.token });
    expect([after.status, after.body.code]).toEqual([401, 'invalid_return_token']);
    expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
  });

  it('is refused with the former secret, token or codes immediately after they are renewed', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const old = await outside.proofs(r);
    const path = `/api/sessions/${r.session_id}/external-returns/`;
    const renewed = await outside.ask<typeof old>('PUT', path, r.researcher, {
      renew_secret: true,
    });
    expect(renewed.body.secret).not.toBe(old.secret);
    const { session, participant } = sent;
    expect((await outside.redirect(signedReturn(old.secret, sent, 'completed'))).body.result).toBe(
      'refused',
    );
    const call = { session, participant, outcome: 'completed', token: old.token };
    expect((await outside.server(call)).status).toBe(401);
    expect((await outside.type(id, person, old.codes.completed)).body.result).toBe('refused');
    expect((await outside.type(id, person, renewed.body.codes.completed)).body).toMatchObject(done);
  });

  it('can be tried a limited number of times by each participant, without effect on others', async () => {
    const r = await outside.recruitOutside();
    const [a, b] = [await outside.start(r), await outside.start(r)];
    const { codes } = await outside.proofs(r);
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => outside.type(a.id, a.person, 'AAAAAAAA')),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await outside.type(a.id, a.person, codes.completed)).status).toBe(429);
    expect((await outside.type(b.id, b.person, codes.completed)).body).toMatchObject(done);
    expect((await outside.type(b.id, a.person, codes.completed)).status).toBe(404);
  });
});
