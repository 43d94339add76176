import { days, hours } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson } from '../../../support/people/people';
import { eventually } from '../../../support/chance/wait';
import { recruit } from '../../../support/people/recruiting';
import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { bodyOf } from '../../../support/app/body-of';

describe('A launched session', () => {
  let run: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(() => run.close());
  const at = (ms: number) => new Date(run.clock.now().getTime() + ms).toISOString();
  const change = (r: { session_id: string; researcher: { headers: object } }, body: object) =>
    run
      .http()
      .put(`/api/sessions/${r.session_id}/`)
      .set(r.researcher.headers as Record<string, string>)
      .send(body);
  const publish = (r: { study_id: string; researcher: { headers: object } }, text: string) =>
    run
      .http()
      .put(`/api/studies/${r.study_id}/consent/`)
      .set(r.researcher.headers as Record<string, string>)
      .send({ title: 'C', body_markdown: text });

  it('keeps the settings of its launch, also when a request opens it after its date and before the job does', async () => {
    const r = await recruit(run, { opens_at: at(hours(1)) });
    await change(r, { reward: { amount: 900, currency: 'EUR' } }).expect(200);
    const person = await makePerson(run.source);
    const enrol = () =>
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: r.consent });
    expect((await bodyOf<{ code: string }>(enrol())).code).toBe('session_not_active');
    await publish(r, 'Another text.').expect(200);
    run.clock.advance(hours(1) + 1_000);
    const opened = await change(r, { state: 'active' });
    expect(opened.body).toMatchObject({
      state: 'active',
      reward: { amount: 900, currency: 'EUR' },
    });
    expect(
      (await run.http().get(`/api/studies/${r.study_id}/consent/?session=${r.session_id}`)).body,
    ).toMatchObject({ version: 1, sha256: r.consent.sha256 });
    expect((await enrol()).status).toBe(201);
  });

  it('opens immediately when its opening date is removed', async () => {
    const both = await recruit(run, { opens_at: at(days(1)) });
    expect(
      (await bodyOf<{ state: string }>(change(both, { opens_at: null, state: 'active' }))).state,
    ).toBe('active');
    const alone = await recruit(run, { opens_at: at(days(1)) });
    await change(alone, { opens_at: null }).expect(200);
    await eventually(
      () =>
        run.app
          .get(DeadlineEnforcer, { strict: false })
          .openSessions()
          .then(() => change(alone, {}))
          .then(() =>
            bodyOf<{ state: string }>(
              run.http().get(`/api/sessions/${alone.session_id}/`).set(alone.researcher.headers),
            ),
          ),
      (session) => session.state === 'active',
    );
  });

  it('is closed from its closing date on, even if the job that closes sessions is late', async () => {
    const r = await recruit(run, { closes_at: at(hours(1)) });
    run.clock.advance(hours(1) + 1_000);
    const person = await makePerson(run.source);
    expect(
      (
        await bodyOf<{ code: string }>(
          run
            .http()
            .post(`/api/sessions/${r.session_id}/participations/`)
            .set(person.headers)
            .send({ consent: r.consent }),
        )
      ).code,
    ).toBe('session_not_active');
  });

  it('refuses impossible dates, and an opening after the closing', async () => {
    const r = await recruit(run, { closes_at: at(days(1)), opens_at: at(hours(1)) });
    for (const closes_at of [
      '9999-12-31T23:59:59-12:00',
      '9999-12-31T23:59:59-23:59',
      '0001-01-01T00:00:00+12:00',
    ]) {
      expect((await bodyOf<{ fields: unknown }>(change(r, { closes_at }))).fields).toMatchObject([
        { path: 'closes_at', code: 'invalid_datetime' },
      ]);
    }
    expect(
      (await bodyOf<{ fields: unknown }>(change(r, { opens_at: at(days(2)) }))).fields,
    ).toMatchObject([{ path: 'opens_at', code: 'after_closing' }]);
    const inThreeDays = at(days(3)).slice(0, 10);
    expect(
      (
        await bodyOf<{ closes_at: string }>(
          change(r, { closes_at: `${inThreeDays}T12:00:00+02:00` }),
        )
      ).closes_at,
    ).toBe(`${inThreeDays}T10:00:00.000Z`);
  });
});
