import type { EligibilityFit } from '../../../contracts/catalogue/eligibility-fits';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

const told = async (person: TestPerson, answers: object) =>
  void (await app.http().put('/api/demographics/').set(person.headers).send(answers).expect(200));
const ask = (person: TestPerson, ...ids: string[]) =>
  app.http().get('/api/fits/').query({ session: ids }).set(person.headers);
const fits = async (person: TestPerson, ...sessions: RecruitingStudy[]) => {
  const ids = sessions.map(({ session_id }) => session_id);
  const { items } = await bodyOf<{ items: EligibilityFit[] }>(ask(person, ...ids).expect(200));
  return ids.map((id) => {
    const one = items.find(({ session_id }) => session_id === id);
    return one && [one.fit, ...one.missing_fields].join(' ');
  });
};
const speakers = (...any_of: string[]) => ({ filter: 'languages', any_of });

describe('Whether a person fits the studies of the catalogue', () => {
  it('is computed from their answers, like at the enrolment', async () => {
    const person = await makePerson(app.source);
    const [open, fitting, other] = [
      await recruit(app),
      await recruit(app, { eligibility: [speakers('de', 'tr')] }),
      await recruit(app, { eligibility: [speakers('fr'), { filter: 'sex', any_of: ['male'] }] }),
    ];
    expect(await fits(person, open, fitting, other)).toEqual([
      'open',
      'answers languages',
      'answers languages sex',
    ]);
    await told(person, { languages: ['en', 'tr'] });
    expect(await fits(person, open, fitting, other)).toEqual(['open', 'yes', 'no']);
    for (const [{ session_id, consent }, status] of [
      [fitting, 201],
      [other, 403],
    ] as const)
      await app
        .http()
        .post(`/api/sessions/${session_id}/participations/`)
        .set(person.headers)
        .send({ consent })
        .expect(status);
  });

  it('depends on the rule of the launch, not on the present rule of the study', async () => {
    const person = await makePerson(app.source);
    const study = await recruit(app, { eligibility: [speakers('de')] });
    await told(person, { languages: ['de'] });
    await app
      .http()
      .put(`/api/studies/${study.study_id}/`)
      .set(study.researcher.headers)
      .send({ eligibility: [speakers('fr')] })
      .expect(200);
    expect(await fits(person, study)).toEqual(['yes']);
  });

  it('depends on participation in earlier studies', async () => {
    const person = await makePerson(app.source);
    const first = await recruit(app);
    const { researcher } = first;
    const follow = (filter: string) =>
      recruit(app, { researcher, eligibility: [{ filter, studies: [first.study_id] }] });
    const [after, apart] = [
      await follow('participated_any_of'),
      await follow('participated_none_of'),
    ];
    expect(await fits(person, after, apart)).toEqual(['no', 'yes']);
    const { _id } = await bodyOf<{ _id: string }>(
      app
        .http()
        .post(`/api/sessions/${first.session_id}/participations/`)
        .set(person.headers)
        .send({ consent: first.consent })
        .expect(201),
    );
    await app
      .http()
      .put(`/api/participations/${_id}/`)
      .set(person.headers)
      .send({ action: 'start' })
      .expect(200);
    expect(await fits(person, after, apart)).toEqual(['yes', 'no']);
  });

  it('is given for sessions in the catalogue only, not for paused or unknown ones', async () => {
    const person = await makePerson(app.source);
    const [open, paused] = [await recruit(app), await recruit(app)];
    await app
      .http()
      .put(`/api/sessions/${paused.session_id}/`)
      .set(paused.researcher.headers)
      .send({ state: 'paused' })
      .expect(200);
    const unknown = { ...open, session_id: '018f0000-0000-7000-8000-000000000001' };
    expect(await fits(person, open, paused, unknown)).toEqual(['open', undefined, undefined]);
  });

  it('needs a sign-in, and one to a hundred sessions in a request', async () => {
    const person = await makePerson(app.source);
    const { session_id } = await recruit(app);
    await app.http().get('/api/fits/').query({ session: session_id }).expect(401);
    await ask(person).expect(400);
    await ask(person, 'none').expect(400);
    await ask(person, ...Array.from({ length: 101 }, () => session_id)).expect(400);
  });
});
