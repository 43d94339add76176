/** @engines one: nothing here waits for a queue; the mail is written by the test */
import { capabilities } from '../../../server/contexts';
import { days } from '../../../server/platform/concurrency/clock';
import { counted, retentionStatements } from '../../../workers/retention.job';
import { aDayAgo } from '../../support/a-day-ago';
import { startApp, TestClock } from '../../support/app';
import type { RunningApp } from '../../support/launch-app';
import { makePerson } from '../../support/people';
import { seats } from '../../support/recruiting';
import { endedMails } from '../../../server/enrolment/mails/ended.mail';
import { writtenMail } from '../enrolment/written-mail';
import { outsideOf, signed } from './outside';

let run: RunningApp;
let outside: ReturnType<typeof outsideOf>;
const clock = new TestClock();
// A clock and limits of its own: returns come after deadlines, and codes are tried.
beforeAll(async () => {
  run = await startApp({ clock, environment: { RATE_LIMITS: 'on' } });
  outside = outsideOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const done = { result: 'done', reason: null };

describe('The link to an external study', () => {
  it('carries the pseudonym, study, session, and the roster’s tag instead of the participation', async () => {
    const r = await outside.recruitOutside();
    const { id, person, sent } = await outside.start(r);
    const { url } = (await outside.own(id, person)).body;
    expect(url).toMatch(/^https:\/\/lab\.example\/task\?a=1&participant=[0-9a-f]{32}&study=/);
    expect(sent).toMatchObject({ study: r.study_id, session: r.session_id });
    await aDayAgo(run, r.session_id);
    const roster = await outside.ask<{ items: { tag: string }[] }>(
      'GET',
      `/api/sessions/${r.session_id}/roster/`,
      r.researcher,
    );
    expect(roster.body.items).toMatchObject([{ tag: sent.participation }]);
    expect(url).not.toContain(id);
  });

  it('carries the participation itself where the session shows names, under alias names', async () => {
    const r = await outside.recruitOutside({
      privacy_level: 'roster_on_start',
      runtime: {
        kind: 'external',
        url: 'https://lab.example/{study}',
        names: { participation: 'pid', participant: 'who' },
      },
    });
    const { id, person } = await outside.start(r);
    const { url } = (await outside.own(id, person)).body;
    const { pathname, searchParams } = new URL(url ?? '');
    expect(pathname).toBe(`/${r.study_id}`);
    expect([...searchParams.keys()]).toEqual(['who', 'session', 'pid']);
    expect(searchParams.get('pid')).toBe(id);
  });

  it('is the participant’s alone, and only while they take part', async () => {
    const r = await outside.recruitOutside();
    const person = await makePerson(run.source);
    const id = (await outside.asking.enrol(r, person)).body._id;
    expect((await outside.own(id, person)).body.url).toBeNull();
    await outside.asking.transition(id, person, 'start');
    expect((await outside.own(id, person)).body.url).not.toBeNull();
    expect((await outside.own(id, r.researcher)).status).toBe(404);
    expect((await outside.own(id, await makePerson(run.source))).status).toBe(404);
  });
});

describe('A participation in an external study', () => {
  it('is not completed by a click of its participant', async () => {
    const { id, person } = await outside.start(await outside.recruitOutside());
    const click = await outside.asking.transition(id, person, 'complete');
    expect([click.status, click.body.code]).toEqual([409, 'return_required']);
    expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
  });

  it.each([
    ['completed', 'completed'],
    ['failed_check', 'completed'],
    ['screened_out', 'screened_out'],
  ])('ends by a signed redirect that says %s: %s', async (outcome, state) => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    const answer = await outside.redirect(signed(secret, sent, outcome));
    expect(answer.body).toMatchObject({ ...done, outcome, state, study_id: r.study_id });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', state]);
  });

  it.each([
    ['completed', 'completed'],
    ['failed_check', 'completed'],
    ['screened_out', 'screened_out'],
  ] as const)('ends by a call with the token that says %s: %s', async (outcome, state) => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside());
    const { token } = await outside.proofs(r);
    const { session, participant } = sent;
    const answer = await outside.server({ session, participant, outcome, token });
    expect(answer.body).toMatchObject({ ...done, outcome, state });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', state]);
  });

  it.each([
    ['completed', 'completed'],
    ['failed_check', 'completed'],
    ['screened_out', 'screened_out'],
  ] as const)('ends by the typed code for %s: %s', async (outcome, state) => {
    const { r, id, person } = await outside.start(await outside.recruitOutside());
    const { codes } = await outside.proofs(r);
    const typed = ` ${codes[outcome].slice(0, 4).toLowerCase()}-${codes[outcome].slice(4)}`;
    const answer = await outside.type(id, person, typed);
    expect(answer.body).toMatchObject({ ...done, outcome, state });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', state]);
  });

  it('frees the seat when it is screened out, and its mail does not speak of approval', async () => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside({ capacity: 1 }));
    const { secret } = await outside.proofs(r);
    await outside.redirect(signed(secret, sent, 'screened_out'));
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 0, counted: 0 });
    const event = 'enrolment.participant-decided';
    const mail = await writtenMail(run, endedMails, 'decided', event, r, id);
    expect(mail?.content.subject).toContain('Not selected');
    expect(mail?.content.text).not.toContain('Nobody objected');
  });

  it('is completed once by redirect and server at the same moment', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const { secret, token } = await outside.proofs(r);
    const said = signed(secret, sent, 'completed');
    const { session, participant, outcome } = said;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        i % 2 ? outside.redirect(said) : outside.server({ session, participant, outcome, token }),
      ),
    );
    expect(answers.map(({ body }) => body.result).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'already'),
      'done',
    ]);
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', 'completed']);
    const [row]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM platform.outbox
       WHERE name = 'enrolment.participant-completed' AND data->>'participation_id' = $1`,
      [id],
    );
    expect(row?.n).toBe(1);
    const { arrived } = (await outside.own(id, person)).body;
    expect(arrived.filter((one) => (one as { result: string }).result === 'done')).toHaveLength(1);
  });

  it('tells whoever repeats a return what is so already, after a decision too', async () => {
    const { r, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    const said = signed(secret, sent, 'completed');
    await outside.redirect(said);
    expect((await outside.redirect(said)).body).toMatchObject({
      result: 'already',
      state: 'completed',
    });
    const refused = await outside.redirect(signed(secret, sent, 'screened_out'));
    expect(refused.body).toMatchObject({ result: 'refused', reason: 'over', state: 'completed' });
  });

  it('does not come back after its time, and the return says so', async () => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    await run.source.query(
      `UPDATE research.participation SET state = 'timed_out', moved_by = 'system', due_at = NULL
       WHERE id = $1`,
      [id],
    );
    const answer = await outside.redirect(signed(secret, sent, 'completed'));
    expect(answer.body).toMatchObject({ result: 'refused', reason: 'timed_out' });
  });
});

describe('What a return must prove', () => {
  it('refuses a signature of another study, participant or outcome, and names nobody', async () => {
    const [a, b] = [
      await outside.start(await outside.recruitOutside()),
      await outside.start(await outside.recruitOutside()),
    ];
    const neighbour = await outside.start(a.r);
    const [mine, other] = [await outside.proofs(a.r), await outside.proofs(b.r)];
    const right = signed(mine.secret, a.sent, 'completed');
    for (const wrong of [
      signed(other.secret, a.sent, 'completed'),
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
    const { arrived } = await outside.proofs(a.r);
    expect(arrived.every(({ tag, reason }) => tag === null && reason === 'bad_signature')).toBe(
      true,
    );
    expect(arrived.reduce((sum, { times }) => sum + times, 0)).toBe(4);
  });

  it('refuses the token of another session, and what nobody has looked at proves nothing', async () => {
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

  it('ends the former secret, token and codes at once when they are renewed', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const old = await outside.proofs(r);
    const path = `/api/sessions/${r.session_id}/external-returns/`;
    const renewed = await outside.ask<typeof old>('PUT', path, r.researcher, {
      renew_secret: true,
    });
    expect(renewed.body.secret).not.toBe(old.secret);
    const { session, participant } = sent;
    expect((await outside.redirect(signed(old.secret, sent, 'completed'))).body.result).toBe(
      'refused',
    );
    const call = { session, participant, outcome: 'completed', token: old.token };
    expect((await outside.server(call)).status).toBe(401);
    expect((await outside.type(id, person, old.codes.completed)).body.result).toBe('refused');
    expect((await outside.type(id, person, renewed.body.codes.completed)).body).toMatchObject(done);
  });

  it('limits wrong codes of one participation, and not the right one of another', async () => {
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

describe('What arrived', () => {
  it('is shown by tag and day in an anonymous session, the tag from the next day on, without a moment anywhere', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    await outside.redirect(signed(secret, sent, 'completed'));
    await outside.redirect(signed(secret, sent, 'completed'));
    const expected = (tag: string | null, daysAgo: number) => {
      const day = new Date(clock.now().getTime() - days(daysAgo)).toISOString().slice(0, 10);
      const rest = { tag, way: 'redirect', outcome: 'completed', reason: null, day, last_at: null };
      return ['already', 'done'].map((result) => ({ ...rest, result, times: 1 }));
    };
    const arrived = async () =>
      (await outside.proofs(r)).arrived.sort((a, b) => (a.result < b.result ? -1 : 1));
    expect(await arrived()).toEqual(expected(null, 0));
    await aDayAgo(run, r.session_id);
    expect(await arrived()).toEqual(expected(sent.participation, 1));
    expect((await outside.own(id, person)).body.arrived).toHaveLength(2);
    const rows: object[] = await run.source.query(
      `SELECT * FROM research.external_return WHERE session_id = $1`,
      [r.session_id],
    );
    const kept = JSON.stringify(rows);
    for (const secretOf of [id, person._id, sent.participant]) expect(kept).not.toContain(secretOf);
    expect(kept).not.toContain(`T${clock.now().toISOString().slice(11, 16)}`);
  });

  it('completes nothing in a session whose launch froze another way to take part', async () => {
    const r = await outside.recruitOutside({ runtime: { kind: 'onsite' } });
    const person = await makePerson(run.source);
    const id = (await outside.asking.enrol(r, person)).body._id;
    await run.source.query(
      `UPDATE research.participation SET state = 'started', started_at = now() WHERE id = $1`,
      [id],
    );
    const { codes } = await outside.proofs(r);
    const typed = await outside.type(id, person, codes.completed);
    expect(typed.body).toMatchObject({ result: 'refused', reason: 'unknown_participant' });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
  });

  it('is shown with its moment where the session shows names', async () => {
    const { r, sent } = await outside.start(
      await outside.recruitOutside({ privacy_level: 'roster_on_start' }),
    );
    const { secret } = await outside.proofs(r);
    await outside.redirect(signed(secret, sent, 'completed'));
    const { arrived } = await outside.proofs(r);
    expect(arrived).toMatchObject([{ result: 'done', last_at: expect.any(String) as string }]);
  });

  it('shows a participant only what is about them', async () => {
    const r = await outside.recruitOutside();
    const [a, b] = [await outside.start(r), await outside.start(r)];
    const { secret } = await outside.proofs(r);
    await outside.redirect(signed(secret, a.sent, 'completed'));
    expect((await outside.own(a.id, a.person)).body.arrived).toHaveLength(1);
    expect((await outside.own(b.id, b.person)).body.arrived).toEqual([]);
  });

  it('is gone after 90 days', async () => {
    const { r, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    await outside.redirect(signed(secret, sent, 'completed'));
    const [statement] = retentionStatements(capabilities).filter((one) =>
      one.includes('research.external_return'),
    );
    const remove = (after: number) => {
      const now = new Date(clock.now().getTime() + after);
      const weekBefore = new Date(now.getTime() - days(7));
      return run.source.query(counted(statement ?? ''), [now, weekBefore]);
    };
    await remove(days(89));
    expect((await outside.proofs(r)).arrived).toHaveLength(1);
    await remove(days(92));
    expect((await outside.proofs(r)).arrived).toEqual([]);
  });
});
