/** @lane quick */
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { schedulingRequestsOf } from './scheduling';

const day = 86_400_000;

describe('A session of a study', () => {
  let run: RunningApp;
  let call: ReturnType<typeof schedulingRequestsOf>['call'];
  let change: ReturnType<typeof schedulingRequestsOf>['change'];
  let draft: ReturnType<typeof schedulingRequestsOf>['draft'];
  beforeAll(async () => {
    run = await sharedApp();
    ({ call, change, draft } = schedulingRequestsOf(run));
  });
  afterAll(() => run.close());

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

  it('cannot be launched without a consent document', async () => {
    const researcher = await makeResearcher(run.source);
    const { session } = await draft(researcher, { consent: false });
    expect((await change(session, researcher, { state: 'active' })).body.code).toBe(
      'consent_missing',
    );
  });

  it('cannot be launched with a stored external address that already contains a parameter of the product', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await draft(researcher);
    const stored = { kind: 'external', url: 'https://lab.example/q?participant=TEST&lang=de' };
    await run.source.query(`UPDATE research.study SET runtime = $2 WHERE id = $1`, [
      study,
      JSON.stringify(stored),
    ]);
    const { status, body } = await change(session, researcher, { state: 'active' });
    expect([status, body.code]).toEqual([409, 'parameter_in_address']);
    expect((body as { description?: string }).description).toContain(
      'write {participant} as its value',
    );
    await call('put', `/api/studies/${study}/`, researcher, {
      runtime: { kind: 'external', url: 'https://lab.example/q?participant={participant}&lang=de' },
    });
    expect((await change(session, researcher, { state: 'active' })).status).toBe(200);
  });

  it('cannot be launched before its study says how it runs', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await draft(researcher, { study: { runtime: null } });
    const { status, body } = await change(session, researcher, { state: 'active' });
    expect([status, body.code]).toEqual([409, 'runtime_missing']);
    expect((await call('get', `/api/sessions/${session}/`, researcher)).body.state).toBe(
      'scheduled',
    );
    await call('put', `/api/studies/${study}/`, researcher, {
      runtime: { kind: 'notes', completes: 'researcher' },
    });
    expect((await change(session, researcher, { state: 'active' })).body).toMatchObject({
      state: 'active',
      runtime_kind: 'notes',
      researcher_concludes: true,
    });
  });

  it('cannot be launched with a stored eligibility condition that is empty', async () => {
    const researcher = await makeResearcher(run.source);
    const { study, session } = await draft(researcher);
    // An earlier version accepted a condition on age without limits. The researcher can still read,
    // complete or remove it.
    const kept = [{ filter: 'age', range: {} }];
    await run.source.query(`UPDATE research.study SET eligibility = $2 WHERE id = $1`, [
      study,
      JSON.stringify(kept),
    ]);
    expect((await call('get', `/api/studies/${study}/`, researcher)).body).toMatchObject({
      eligibility: kept,
    });
    expect((await change(session, researcher, { state: 'active' })).body).toMatchObject({
      status: 409,
      code: 'conditions_incomplete',
    });
    await call('put', `/api/studies/${study}/`, researcher, {
      eligibility: [{ filter: 'age', range: { lower: 18 } }],
    });
    expect((await change(session, researcher, { state: 'active' })).body.state).toBe('active');
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

  it('[2.3.1] goes active, paused, active, closed, and accepts no other change of state', async () => {
    const researcher = await makeResearcher(run.source);
    const { session } = await draft(researcher);
    const to = async (state: string) => (await change(session, researcher, { state })).body;
    expect((await to('paused')).code).toBe('illegal_transition');
    for (const state of ['active', 'active', 'paused', 'paused', 'active', 'closed'])
      expect((await to(state)).state).toBe(state);
    for (const state of ['active', 'paused']) expect((await to(state)).code).toBe('session_closed');
    expect((await change(session, researcher, { capacity: 9 })).body.code).toBe('session_closed');
  });

  it('[2.1.2] [2.2.3] stays scheduled when it is launched before its opening, and refuses impossible dates', async () => {
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

  it('is hidden from all people but its researcher', async () => {
    const r = await recruit(run);
    const other = await makeResearcher(run.source);
    const person = await makePerson(run.source);
    expect((await call('get', `/api/sessions/${r.session_id}/`, other)).status).toBe(404);
    expect((await change(r.session_id, other, { state: 'closed' })).status).toBe(404);
    expect(
      (await call('post', `/api/studies/${r.study_id}/sessions/`, other, { capacity: 1 })).status,
    ).toBe(403);
    expect((await call('get', `/api/sessions/${r.session_id}/roster/`, other)).status).toBe(404);
    for (const answer of [
      await call('get', `/api/sessions/${r.session_id}/`, person),
      await change(r.session_id, person, { state: 'closed' }),
      await call('get', '/api/sessions/', person),
    ])
      expect(answer.status).toBe(403);
  });

  it('is refused with a sentence for each invalid field', async () => {
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

  it('is listed with the researcher’s other sessions, with filters, page by page', async () => {
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
