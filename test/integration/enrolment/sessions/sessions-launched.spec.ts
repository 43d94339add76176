import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePeople, makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, readSeatCounts } from '../../../support/people/recruiting';
import { schedulingRequestsOf } from './scheduling';

describe('A launched session', () => {
  let run: RunningApp;
  let call: ReturnType<typeof schedulingRequestsOf>['call'];
  let change: ReturnType<typeof schedulingRequestsOf>['change'];
  beforeAll(async () => {
    run = await sharedApp();
    ({ call, change } = schedulingRequestsOf(run));
  });
  afterAll(() => run.close());

  it('keeps the settings of its launch: consent, privacy level, reward, title', async () => {
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

  it('cannot change the currency of its reward, and the error names the currency', async () => {
    const r = await recruit(run);
    const reward = { amount: 900, currency: 'USD' };
    const { status, body } = await change(r.session_id, r.researcher, { reward });
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'reward_currency_changed',
        description: 'The reward keeps its currency after the launch: EUR.',
      },
    ]);
  });

  it('accepts a higher reward, never a lower one', async () => {
    const r = await recruit(run);
    expect(
      (await change(r.session_id, r.researcher, { reward: { amount: 449, currency: 'EUR' } })).body
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

  it('accepts a capacity not below the seats taken and offered, and offers added seats to the waitlist', async () => {
    const r = await recruit(run, { capacity: 2 });
    const people = await makePeople(run.source, 4);
    for (const p of people)
      await call('post', `/api/sessions/${r.session_id}/participations/`, p, {
        consent: r.consent,
        waitlist: true,
      });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 2,
      waitlisted: 2,
    });
    expect((await change(r.session_id, r.researcher, { capacity: 1 })).body).toMatchObject({
      code: 'capacity_below_taken',
    });
    const raised = await change(r.session_id, r.researcher, { capacity: 3 });
    expect(raised.body.counts).toMatchObject({ enrolled: 2, offered: 1, waitlisted: 1 });
    expect(
      (await call('get', '/api/participations/', people[2] as TestPerson)).body.items[0]?.state,
    ).toBe('offered');
  });

  it('ends its waitlist when it is closed, and lets participants with a seat finish', async () => {
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

  it('that is reached by a private link shows its own button and consent form, whatever else the study recruits for', async () => {
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
      await call('get', `/api/studies/${r.study_id}/?link=${link.body.link_key}`, person)
    ).body;
    expect([open.enrolment.session_id, open.consent.version]).toEqual([r.session_id, 1]);
    expect([named.enrolment.session_id, named.consent.version]).toEqual([link.body._id, 2]);
  });
});
