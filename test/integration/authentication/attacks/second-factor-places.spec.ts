import { authenticationRateLimits } from '../../../../server/authentication/authentication.rate-limits';
import { startApp, type RunningApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import { secondFactorRequestsOf } from '../second-factor/second-factor-of';
import {
  cookieOf,
  signInRequestsByNetwork,
  trustedProxyEnvironment,
  type NetworkAndBrowser,
} from './sign-ins-from-places';

let running: RunningApp;
let places: ReturnType<typeof signInRequestsByNetwork>;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  // The tests need their own application: they set its clock, its limits and the client addresses.
  running = await startApp({ environment: trustedProxyEnvironment });
  places = signInRequestsByNetwork(running);
  factor = secondFactorRequestsOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

const home = '192.0.2.10';
const stranger = '198.51.100.7';

const challenge = async (email: string, place: NetworkAndBrowser) => {
  const body = await bodyOf<{ challenge: { token: string } }>(
    places.signIn(email, place).expect(401),
  );
  return body.challenge.token;
};
const prove = async (email: string, place: NetworkAndBrowser, code: string) => {
  const token = await challenge(email, place);
  return running
    .http()
    .post('/api/second-factor/prove/')
    .set(places.headersOf(place))
    .send({ challenge: token, code });
};
/** Makes a person who has signed in with both factors at home. */
const owner = async () => {
  const person = await factor.withTotp();
  const answer = await prove(person.email, { ip: home }, factor.codeOf(person.secret));
  expect(answer.status).toBe(200);
  factor.nextStep();
  return { ...person, cookie: cookieOf(answer) };
};

describe('A stranger who knows the password and guesses second-factor codes', () => {
  it('has to wait after ten wrong codes, while the owner can still sign in at home', async () => {
    const person = await owner();
    for (let i = 0; i < 10; i++) {
      const answer = await prove(person.email, { ip: stranger }, factor.wrongCode(person.secret));
      expect(answer.status).toBe(400);
    }
    const right = factor.codeOf(person.secret);
    expect((await prove(person.email, { ip: stranger }, right)).status).toBe(429);
    expect((await prove(person.email, { ip: home }, right)).status).toBe(200);
  });

  it('is blocked after a hundred codes a day from all unknown places; a browser that proved a second factor is not', async () => {
    const person = await owner();
    for (let i = 0; i < 100; i++)
      await places.limit().consume(authenticationRateLimits.secondFactorFromElsewhere, person._id);
    const right = factor.codeOf(person.secret);
    expect((await prove(person.email, { ip: stranger }, right)).status).toBe(429);
    const known = { ip: stranger, cookie: person.cookie };
    expect((await prove(person.email, known, right)).status).toBe(200);
  });

  it('is blocked, too, in a browser that signed in only before the second factor was added', async () => {
    const member = await places.owner(home);
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      member._id,
    ]);
    const person = await factor.withTotp(member);
    for (let i = 0; i < 100; i++)
      await places.limit().consume(authenticationRateLimits.secondFactorFromElsewhere, person._id);
    const right = factor.codeOf(person.secret);
    const before = { ip: home, cookie: member.cookie };
    expect((await prove(person.email, before, right)).status).toBe(429);
  });
});
