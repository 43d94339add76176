/**
 * @engines one: writes the email itself, without a queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import { startApp, TestClock } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson } from '../../support/people/people';
import { readSeatCounts } from '../../support/people/recruiting';
import { participationEndMails } from '../../../server/enrolment/mails/ended.mail';
import { writeParticipationMail } from '../enrolment/written-mail';
import { externalStudyRequestsOf, signedReturn } from './external-study';

let run: RunningApp;
let outside: ReturnType<typeof externalStudyRequestsOf>;
const clock = new TestClock();
// Uses its own application with rate limits, because the tests try out codes, and with its own
// clock, because some returns arrive after deadlines.
beforeAll(async () => {
  run = await startApp({ clock, environment: { RATE_LIMITS: 'on' } });
  outside = externalStudyRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const done = { result: 'done', reason: null };

describe('The link to an external study', () => {
  it('contains pseudonym, study, session, and the roster’s tag instead of the participation', async () => {
    const r = await outside.recruitOutside();
    const { id, person, sent } = await outside.start(r);
    const { url } = (await outside.own(id, person)).body;
    expect(url).toMatch(/^https:\/\/lab\.example\/task\?a=1&participant=[0-9a-f]{32}&study=/);
    expect(sent).toMatchObject({ study: r.study_id, session: r.session_id });
    await moveStepsToYesterday(run, r.session_id);
    const roster = await outside.ask<{ items: { tag: string }[] }>(
      'GET',
      `/api/sessions/${r.session_id}/roster/`,
      r.researcher,
    );
    expect(roster.body.items).toMatchObject([{ tag: sent.participation }]);
    expect(url).not.toContain(id);
  });

  it('contains the participation itself under alias names, if the session shows names', async () => {
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

  it('is available to the participant only, and only while they take part', async () => {
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
  it('cannot be completed by a click of its participant', async () => {
    const { id, person } = await outside.start(await outside.recruitOutside());
    const click = await outside.asking.transition(id, person, 'complete');
    expect([click.status, click.body.code]).toEqual([409, 'return_required']);
    expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
  });

  it.each([
    ['completed', 'completed'],
    ['failed_check', 'completed'],
    ['screened_out', 'screened_out'],
  ])('gets, after a signed redirect with the outcome %s, the state %s', async (outcome, state) => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    const answer = await outside.redirect(signedReturn(secret, sent, outcome));
    expect(answer.body).toMatchObject({ ...done, outcome, state, study_id: r.study_id });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', state]);
  });

  it.each([
    ['completed', 'completed'],
    ['failed_check', 'completed'],
    ['screened_out', 'screened_out'],
  ] as const)('ends after a server call with %s as %s', async (outcome, state) => {
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
  ] as const)('ends after the typed code for %s as %s', async (outcome, state) => {
    const { r, id, person } = await outside.start(await outside.recruitOutside());
    const { codes } = await outside.proofs(r);
    const typed = ` ${codes[outcome].slice(0, 4).toLowerCase()}-${codes[outcome].slice(4)}`;
    const answer = await outside.type(id, person, typed);
    expect(answer.body).toMatchObject({ ...done, outcome, state });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', state]);
  });

  it('frees the seat when it is screened out, and the email does not mention approval', async () => {
    const { r, id, sent } = await outside.start(await outside.recruitOutside({ capacity: 1 }));
    const { secret } = await outside.proofs(r);
    await outside.redirect(signedReturn(secret, sent, 'screened_out'));
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({ taken: 0, counted: 0 });
    const event = 'enrolment.participant-decided';
    const mail = await writeParticipationMail(run, participationEndMails, 'decided', event, r, id);
    expect(mail?.content.subject).toContain('Not selected');
    expect(mail?.content.text).not.toContain('Nobody objected');
  });

  it('is completed once by concurrent redirects and server calls', async () => {
    const { r, id, person, sent } = await outside.start(
      await outside.recruitOutside({ privacy_level: 'roster_on_start' }),
    );
    const { secret, token } = await outside.proofs(r);
    const said = signedReturn(secret, sent, 'completed');
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

  it.each(['anonymous', 'roster_on_start'] as const)(
    'answers "already" to a study that repeats a return, in a session that is %s',
    async (privacy_level) => {
      const { r, sent } = await outside.start(await outside.recruitOutside({ privacy_level }));
      const { token } = await outside.proofs(r);
      const { session, participant } = sent;
      const says = (outcome: string) => outside.server({ session, participant, outcome, token });
      await says('completed');
      expect((await says('completed')).body).toMatchObject({
        result: 'already',
        state: 'completed',
      });
      const refused = await says('screened_out');
      expect(refused.body).toMatchObject({ result: 'refused', reason: 'over', state: 'completed' });
    },
  );

  it.each(['anonymous', 'roster_on_start'] as const)(
    'answers "already" to a participant who returns a second time, in a session that is %s',
    async (privacy_level) => {
      const { r, person, sent } = await outside.start(
        await outside.recruitOutside({ privacy_level }),
      );
      const { secret } = await outside.proofs(r);
      await outside.redirect(signedReturn(secret, sent, 'completed'), person);
      const again = await outside.redirect(signedReturn(secret, sent, 'completed'), person);
      expect(again.body).toMatchObject({ result: 'already', state: 'completed' });
      const refused = await outside.redirect(signedReturn(secret, sent, 'screened_out'), person);
      expect(refused.body).toMatchObject({ result: 'refused', reason: 'over', state: 'completed' });
    },
  );

  it('cannot be completed after its time, and the answer says so', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    await run.source.query(
      `UPDATE research.participation SET state = 'timed_out', moved_by = 'system', due_at = NULL
       WHERE id = $1`,
      [id],
    );
    const answer = await outside.redirect(signedReturn(secret, sent, 'completed'), person);
    expect(answer.body).toMatchObject({ result: 'refused', reason: 'timed_out' });
  });
});
