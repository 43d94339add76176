import { startApp, type RunningApp } from '../../support/app';
import { makePeople, makePerson, makeResearcher, type TestPerson } from '../../support/people';
import { recruit, seats } from '../../support/recruiting';
import { answerOf } from '../../support/body-of';

/** What these tests read of studies, consents, sessions, participations, pages and refusals. */
interface Body {
  _id: string;
  state: string;
  version: number;
  launched_at: string | null;
  reward: unknown;
  counts: unknown;
  enrolment: { session_id: string };
  consent: { version: number };
  items: Body[];
  next_cursor: string | null;
  code: string;
  fields: { path: string; code: string }[];
}

const day = 86_400_000;

describe('a session', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await startApp()));
  afterAll(() => run.close());

  const call = (method: 'get' | 'post' | 'put', path: string, who: TestPerson, body?: object) =>
    answerOf<Body>(run.http()[method](path).set(who.headers).send(body));
  const change = (id: string, who: TestPerson, body: object) =>
    call('put', `/api/sessions/${id}/`, who, body);
  const draft = async (researcher: TestPerson, { consent = true, session = {} } = {}) => {
    const study = (
      await call('post', '/api/studies/', researcher, {
        title: 'T',
        description: 'D',
        duration_minutes: 10,
        privacy_level: 'anonymous',
        reward: { amount: 500, currency: 'EUR' },
      })
    ).body._id;
    if (consent)
      await call('put', `/api/studies/${study}/consent/`, researcher, {
        title: 'C',
        body_markdown: 'I agree.',
      });
    const made = await call('post', `/api/studies/${study}/sessions/`, researcher, {
      capacity: 5,
      ...session,
    });
    return { study, session: made.body._id, made };
  };

  it('is scheduled until it is launched, and a launch makes a draft study ready', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session, made } = await draft(researcher);
    expect(made.body).toMatchObject({
      state: 'scheduled',
      capacity: 5,
      spots_available: 0,
      launched_at: null,
      audience: 'catalogue',
      privacy_level: 'anonymous',
      start_within_minutes: 1440,
      counts: { enrolled: 0 },
    });
    expect((await call('get', `/api/studies/${study}/`, researcher)).body.state).toBe('draft');
    const launched = await change(session, researcher, { state: 'active' });
    expect(launched.body).toMatchObject({
      state: 'active',
      spots_available: 5,
      reward: { amount: 500, currency: 'EUR' },
    });
    expect(launched.body.version).toBeGreaterThan(made.body.version);
    expect((await call('get', `/api/studies/${study}/`, researcher)).body).toMatchObject({
      state: 'ready',
      recruiting: true,
    });
  });

  it('is not launched without a consent document', async () => {
    const researcher = await makeResearcher(run.source);
    const { session } = await draft(researcher, { consent: false });
    expect((await change(session, researcher, { state: 'active' })).body.code).toBe(
      'consent_missing',
    );
  });

  it.each([[null], [false]])(
    'recruits by private link, not in the catalogue, while the review is %s',
    async (researcher_privilege) => {
      const researcher = await makeResearcher(run.source, { researcher_privilege });
      const open = await draft(researcher);
      expect((await change(open.session, researcher, { state: 'active' })).body).toMatchObject({
        status: 403,
        code: 'researcher_not_approved',
      });
      const link = await draft(researcher, { session: { audience: 'link' } });
      expect((await change(link.session, researcher, { state: 'active' })).status).toBe(200);
      const catalogue = await run.http().get('/api/studies/?limit=200');
      expect(JSON.stringify(catalogue.body)).not.toContain(link.study);
    },
  );

  it('goes active, paused, active, closed, and nothing else', async () => {
    const researcher = await makeResearcher(run.source);
    const { session } = await draft(researcher);
    const to = async (state: string) => (await change(session, researcher, { state })).body;
    expect((await to('paused')).code).toBe('illegal_transition');
    for (const state of ['active', 'active', 'paused', 'paused', 'active', 'closed'])
      expect((await to(state)).state).toBe(state);
    for (const state of ['active', 'paused']) expect((await to(state)).code).toBe('session_closed');
    expect((await change(session, researcher, { capacity: 9 })).body.code).toBe('session_closed');
  });

  it('keeps what it froze at the launch: consent, privacy level, reward, title', async () => {
    const r = await recruit(run, { capacity: 3 });
    const later = await call('put', `/api/studies/${r.study_id}/consent/`, r.researcher, {
      title: 'C2',
      body_markdown: 'Something else.',
    });
    expect(later.body.version).toBe(2);
    expect(
      (await run.http().get(`/api/studies/${r.study_id}/consent/?session=${r.session_id}`)).body,
    ).toMatchObject({ _id: r.consent._id, sha256: r.consent.sha256, version: 1 });
    await call('put', `/api/studies/${r.study_id}/`, r.researcher, {
      title: 'Another title',
      privacy_level: 'roster_on_start',
      reward: { amount: 1, currency: 'USD' },
    });
    expect((await call('get', `/api/sessions/${r.session_id}/`, r.researcher)).body).toMatchObject({
      study_title: 'Attention and memory',
      privacy_level: 'anonymous',
      reward: { amount: 450, currency: 'EUR' },
    });
    expect(
      (await change(r.session_id, r.researcher, { privacy_level: 'roster_on_start' })).body.code,
    ).toBe('frozen_after_launch');
    expect((await change(r.session_id, r.researcher, { start_within_minutes: 5 })).body.code).toBe(
      'frozen_after_launch',
    );
    expect(
      (
        await change(r.session_id, r.researcher, {
          privacy_level: 'anonymous',
          start_within_minutes: 1440,
        })
      ).status,
    ).toBe(200);
    const p = await makePerson(run.source);
    const enrolled = await call('post', `/api/sessions/${r.session_id}/participations/`, p, {
      consent: r.consent,
    });
    expect(enrolled.body).toMatchObject({
      study_title: 'Attention and memory',
      reward: { amount: 450, currency: 'EUR' },
    });
  });

  it('may raise the reward after the launch, never lower it', async () => {
    const r = await recruit(run);
    expect(
      (await change(r.session_id, r.researcher, { reward: { amount: 449, currency: 'EUR' } })).body
        .code,
    ).toBe('reward_lowered');
    expect(
      (await change(r.session_id, r.researcher, { reward: { amount: 900, currency: 'USD' } })).body
        .code,
    ).toBe('reward_lowered');
    expect((await change(r.session_id, r.researcher, { reward: null })).body.code).toBe(
      'reward_lowered',
    );
    expect(
      (await change(r.session_id, r.researcher, { reward: { amount: 500, currency: 'EUR' } })).body
        .reward,
    ).toEqual({ amount: 500, currency: 'EUR' });
  });

  it('changes its capacity, never below the seats taken and the people waiting; a raise offers seats to those who wait', async () => {
    const r = await recruit(run, { capacity: 2 });
    const people = await makePeople(run.source, 4);
    for (const p of people)
      await call('post', `/api/sessions/${r.session_id}/participations/`, p, {
        consent: r.consent,
        waitlist: true,
      });
    expect(await seats(run.source, r.session_id)).toMatchObject({ taken: 2, waitlisted: 2 });
    expect((await change(r.session_id, r.researcher, { capacity: 1 })).body).toMatchObject({
      code: 'capacity_below_taken',
    });
    const raised = await change(r.session_id, r.researcher, { capacity: 3 });
    expect(raised.body.counts).toMatchObject({ enrolled: 2, offered: 1, waitlisted: 1 });
    expect(
      (await call('get', '/api/participations/', people[2] as TestPerson)).body.items[0]?.state,
    ).toBe('offered');
  });

  it('closes for those who wait, and lets those finish who hold a seat', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [a, b] = await makePeople(run.source, 2);
    if (!a || !b) throw new Error('two people');
    const seat = await call('post', `/api/sessions/${r.session_id}/participations/`, a, {
      consent: r.consent,
    });
    await call('post', `/api/sessions/${r.session_id}/participations/`, b, {
      consent: r.consent,
      waitlist: true,
    });
    const closed = await change(r.session_id, r.researcher, { state: 'closed' });
    expect(closed.body).toMatchObject({
      state: 'closed',
      close_reason: 'manual',
      spots_available: 0,
      counts: { enrolled: 1, waitlisted: 0 },
    });
    for (const action of ['start', 'complete'])
      expect(
        (await call('put', `/api/participations/${seat.body._id}/`, a, { action })).status,
      ).toBe(200);
    expect(
      (
        await call('post', `/api/sessions/${r.session_id}/participations/`, b, {
          consent: r.consent,
        })
      ).body.code,
    ).toBe('session_not_active');
  });

  it('launched before its opening stays scheduled, and takes no dates that make no sense', async () => {
    const researcher = await makeResearcher(run.source);
    const soon = new Date(Date.now() + day).toISOString();
    const { study, session } = await draft(researcher, { session: { opens_at: soon } });
    const launched = await change(session, researcher, { state: 'active' });
    expect(launched.body).toMatchObject({ state: 'scheduled', opens_at: soon });
    expect(launched.body.launched_at).not.toBeNull();
    const past = await call('post', `/api/studies/${study}/sessions/`, researcher, {
      capacity: 1,
      closes_at: new Date(Date.now() - 1000).toISOString(),
    });
    expect(past.body.fields).toEqual([
      { path: 'closes_at', code: 'in_the_past', description: 'This is in the past.' },
    ]);
    const before = await call('post', `/api/studies/${study}/sessions/`, researcher, {
      capacity: 1,
      opens_at: soon,
      closes_at: new Date(Date.now() + day / 2).toISOString(),
    });
    expect(before.body.fields[0]?.code).toBe('before_opening');
  });

  it('reached by a private link shows its own button and its own consent, whatever else the study recruits for', async () => {
    const r = await recruit(run, { capacity: 3 });
    await call('put', `/api/studies/${r.study_id}/consent/`, r.researcher, {
      title: 'C2',
      body_markdown: 'A newer text.',
    });
    const link = await call('post', `/api/studies/${r.study_id}/sessions/`, r.researcher, {
      capacity: 1,
      audience: 'link',
    });
    await change(link.body._id, r.researcher, { state: 'active' });
    const person = await makePerson(run.source);
    const open = (await call('get', `/api/studies/${r.study_id}/`, person)).body;
    const named = (
      await call('get', `/api/studies/${r.study_id}/?session=${link.body._id}`, person)
    ).body;
    expect([open.enrolment.session_id, open.consent.version]).toEqual([r.session_id, 1]);
    expect([named.enrolment.session_id, named.consent.version]).toEqual([link.body._id, 2]);
  });

  it('is hidden from everybody but its researcher', async () => {
    const r = await recruit(run);
    const other = await makeResearcher(run.source);
    const person = await makePerson(run.source);
    expect((await call('get', `/api/sessions/${r.session_id}/`, other)).status).toBe(404);
    expect((await change(r.session_id, other, { state: 'closed' })).status).toBe(404);
    expect(
      (await call('post', `/api/studies/${r.study_id}/sessions/`, other, { capacity: 1 })).status,
    ).toBe(404);
    expect((await call('get', `/api/sessions/${r.session_id}/roster/`, other)).status).toBe(404);
    for (const answer of [
      await call('get', `/api/sessions/${r.session_id}/`, person),
      await change(r.session_id, person, { state: 'closed' }),
      await call('get', '/api/sessions/', person),
    ])
      expect(answer.status).toBe(403);
  });

  it('is refused with a sentence for each bad field', async () => {
    const r = await recruit(run);
    const bad = async (body: object) =>
      (
        await call('post', `/api/studies/${r.study_id}/sessions/`, r.researcher, body)
      ).body.fields.map((f) => `${f.path} ${f.code}`);
    expect(await bad({})).toEqual(['capacity required']);
    expect(await bad({ capacity: '5' })).toEqual(['capacity wrong_type']);
    expect(await bad({ capacity: 0, audience: 'world', closes_at: 'soon', colour: 'red' })).toEqual(
      [
        'capacity too_small',
        'closes_at invalid_datetime',
        'audience not_one_of',
        'colour unknown_field',
      ],
    );
    expect((await change(r.session_id, r.researcher, {})).body.fields).toEqual([
      { path: '', code: 'nothing_to_change', description: 'There is nothing to change.' },
    ]);
    expect((await change('nonsense', r.researcher, { state: 'closed' })).status).toBe(404);
  });

  it('lists the own sessions with filters, page by page', async () => {
    const researcher = await makeResearcher(run.source);
    const mine = [
      await recruit(run, { researcher }),
      await recruit(run, { researcher }),
      await recruit(run, { researcher }),
    ];
    await change(mine[0]?.session_id ?? '', researcher, { state: 'closed' });
    const first = await call('get', '/api/sessions/?limit=2', researcher);
    const rest = await call(
      'get',
      `/api/sessions/?limit=2&cursor=${first.body.next_cursor}`,
      researcher,
    );
    expect([...first.body.items, ...rest.body.items].map((s) => s._id).sort()).toEqual(
      mine.map((m) => m.session_id).sort(),
    );
    expect(rest.body.next_cursor).toBeNull();
    expect((await call('get', '/api/sessions/?state=closed', researcher)).body.items).toHaveLength(
      1,
    );
    expect(
      (await call('get', `/api/sessions/?study=${mine[1]?.study_id}`, researcher)).body.items,
    ).toHaveLength(1);
    expect(
      (await call('get', '/api/sessions/?cursor=nonsense', researcher)).body.fields[0],
    ).toMatchObject({ path: 'cursor', code: 'invalid' });
  });
});
