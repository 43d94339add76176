import { emptyDemographics } from '../../../contracts/accounts/demographics';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson } from '../../support/people/people';
import {
  basicAuthHeader,
  bearer,
  freshEmail,
  accountRequestsOf,
} from '../accounts/account-requests';
import { invalidFieldsOf } from './failures';

let run: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  people = accountRequestsOf(run);
});
afterAll(() => run.close());

describe('POST /api/users/password/', () => {
  it('answers 202 for known and unknown addresses, and 400 without an address', async () => {
    const { email } = await people.member();
    for (const address of [email, freshEmail()])
      expect(
        (await run.http().post('/api/users/password/').send({ email: address }).expect(202)).text,
      ).toBe('');
    expect(
      invalidFieldsOf((await run.http().post('/api/users/password/').send({}).expect(400)).body),
    ).toEqual(['email required']);
  });
});

describe('PUT /api/users/password/', () => {
  it('answers 204 once with the emailed code, and ends every token; 400 invalid_code otherwise', async () => {
    const { email, _id, token } = await people.member();
    await run.http().post('/api/users/password/').send({ email }).expect(202);
    const reset = (code: string) =>
      run.http().put('/api/users/password/').send({
        email,
        code,
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      });
    expect((await reset('AAAAAAAA').expect(400)).body).toMatchObject({ code: 'invalid_code' });
    const code = await people.codeOf(_id);
    await reset(code).expect(204);
    expect((await reset(code).expect(400)).body).toMatchObject({ code: 'invalid_code' });
    await run.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    await run
      .http()
      .get('/api/users/profile/')
      .set(basicAuthHeader(email, 'Another-Horse-2'))
      .expect(200);
    await run.http().get('/api/users/profile/').set(basicAuthHeader(email)).expect(401);
  });

  it('answers 400 for a password that violates the rules', async () => {
    const body = await bodyOf(
      run
        .http()
        .put('/api/users/password/')
        .send({
          email: freshEmail(),
          code: 'ABCDEFGH',
          password: 'short',
          password_confirmation: 'other',
        })
        .expect(400),
    );
    expect(invalidFieldsOf(body)).toEqual([
      'password password_digit',
      'password password_punctuation',
      'password password_upper',
      'password too_short',
      'password_confirmation password_mismatch',
    ]);
  });
});

describe('PUT /api/demographics/', () => {
  it('answers 200 for both fields, each optional and removable, and GET returns them', async () => {
    const { headers } = await makePerson(run.source);
    const put = (body: object) => run.http().put('/api/demographics/').set(headers).send(body);
    expect(
      (await put({ date_of_birth: '1990-02-28', education_level: 'master' }).expect(200)).body,
    ).toEqual({ ...emptyDemographics, date_of_birth: '1990-02-28', education_level: 'master' });
    expect((await put({ education_level: null }).expect(200)).body).toEqual({
      ...emptyDemographics,
      date_of_birth: '1990-02-28',
    });
    expect((await put({}).expect(200)).body).toEqual({
      ...emptyDemographics,
      date_of_birth: '1990-02-28',
    });
    expect((await run.http().get('/api/demographics/').set(headers).expect(200)).body).toEqual({
      ...emptyDemographics,
      date_of_birth: '1990-02-28',
    });
    for (const date of ['28.02.1990', '1990-02-30', '1990-2-28'])
      expect(invalidFieldsOf((await put({ date_of_birth: date }).expect(400)).body)).toEqual([
        'date_of_birth invalid_date',
      ]);
    for (const [date, code] of [
      ['2999-01-01', 'in_the_future'],
      [new Date().toISOString().slice(0, 10), 'in_the_future'],
      ['1850-06-15', 'too_long_ago'],
    ])
      expect(invalidFieldsOf((await put({ date_of_birth: date }).expect(400)).body)).toEqual([
        `date_of_birth ${code}`,
      ]);
    expect(invalidFieldsOf((await put({ education_level: 'guru' }).expect(400)).body)).toEqual([
      'education_level not_one_of',
    ]);
    await run.http().put('/api/demographics/').send({}).expect(401);
  });
});
