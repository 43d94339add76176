import { processesRateLimits } from '../../../server/processes/processes.rate-limits';
import { authenticationRateLimits } from '../../../server/authentication/authentication.rate-limits';
import { hours } from '../../../server/platform/concurrency/clock';
import { RateLimit } from '../../../server/platform/security/rate-limit';
import { startApp, type RunningApp } from '../../support/app/app';
import { recruit } from '../../support/people/recruiting';
import { enrolmentRateLimits } from '../../../server/enrolment/enrolment.rate-limits';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { slotRequestsOf } from '../slots/booking';
import { makeStudy } from '../studies/fixtures';
import { slotsRateLimits } from '../../../server/slots/slots.rate-limits';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people/people';
import {
  bearer,
  countRows,
  freshEmail,
  accountRequestsOf,
  registrationBody,
} from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  // Rate limits are on here; their counters are cleared before each test.
  running = await startApp({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } });
  people = accountRequestsOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

const limit = () => running.app.get(RateLimit, { strict: false });
const here = '127.0.0.1';
const withRubbish = () =>
  running.http().get('/api/users/profile/?token_issuer=ssoready').set(bearer('rubbish'));

describe('Invalid identity tokens', () => {
  it('are limited to fifty an hour for a network, and the waiting time does not grow', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 49; i++)
        await limit().consume(authenticationRateLimits.identityToken, here);
      await withRubbish().expect(401);
      const wait = Number((await withRubbish().expect(429)).headers['retry-after']);
      expect(wait).toBeGreaterThan(3_000);
      expect(wait).toBeLessThanOrEqual(3_630);
      running.clock.advance(hours(1.01));
    }
  });

  it('are limited apart from wrong passwords', async () => {
    const { email } = await people.member();
    for (let i = 0; i < 50; i++)
      await limit().consume(authenticationRateLimits.identityToken, here);
    await withRubbish().expect(429);
    await people.signIn(email).expect(200);
    await running.source.query('DELETE FROM platform.rate_limit_counter');
    for (let i = 0; i < 50; i++)
      await limit().consume(authenticationRateLimits.signInFromNetwork, here);
    await people.signIn(email).expect(429);
    await withRubbish().expect(401);
  });
});

describe('Launches whose eligibility rule matches too few people to be counted', () => {
  it('are limited to ten a day for each study owner, whichever editor launches them', async () => {
    const eligibility = [
      { filter: 'age', range: { lower: 30, upper: 31 } },
      { filter: 'education_level', any_of: ['master'] },
    ];
    const r = await recruit(running, { capacity: 9, eligibility });
    const editor = await makeResearcher(running.source);
    await collaboratorRequestsOf(running).join(r.researcher, r.study_id, editor, 'editor');
    const levels = privacyLevelRequestsOf(running);
    const launch = async () => {
      const made = await levels.create({ ...r, researcher: editor }, 'anonymous').expect(201);
      return (await levels.launch((made.body as { _id: string })._id, editor)).status;
    };
    for (let n = 0; n < 8; n++)
      await limit().consume(enrolmentRateLimits.narrowLaunch, r.researcher._id);
    expect([await launch(), await launch()]).toEqual([200, 429]);
  });
});

describe('Bookings of slots', () => {
  it('are limited to sixty an hour for an account, because each sends a mail and delays decisions', async () => {
    const r = await recruit(running, { capacity: 9, runtime: { kind: 'onsite' } });
    const person = await makePerson(running.source);
    const id = await privacyLevelRequestsOf(running).takePart(r, person);
    const giveUp = () =>
      running.http().delete(`/api/participations/${id}/slot/`).set(person.headers);
    for (let n = 0; n < 59; n++) await limit().consume(slotsRateLimits.booking, person._id);
    await giveUp().expect(200);
    await giveUp().expect(429);
  });
});

describe('A slot of a study on site', () => {
  it('can change its place twenty times an hour, because all who booked it get a mail; other changes have no such limit', async () => {
    const slots = slotRequestsOf(running);
    const r = await slots.session();
    const slot = await slots.slot(r);
    const change = async (body: object) => (await slots.change(r, slot, body)).status;
    for (let n = 0; n < 19; n++) await limit().consume(slotsRateLimits.moved, slot);
    expect(await change({ place: 'Room 2' })).toBe(200);
    expect(await change({ place: 'Room 3' })).toBe(429);
    expect(await change({ place: 'Room 2', seats: 4 })).toBe(200);
  });
});

describe('A mail address that gets many mails', () => {
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
  const asReset = (email: string, place = 1) =>
    running.http().post('/api/users/password/').set(from(place)).send({ email }).expect(202);
  const signUpFrom = (email: string, place = 1) =>
    running.http().post('/api/users/').set(from(place)).send(registrationBody(email)).expect(201);
  const resets = (id: string) =>
    people.events('identity.reset-requested', id).then((all) => all.length);
  const fromPlaces = async (
    places: readonly number[],
    each: number,
    ask: (place: number) => PromiseLike<unknown>,
  ) => {
    for (const place of places) for (let i = 0; i < each; i++) await ask(place);
  };

  it('gets ten reset codes an hour requested from one network; further requests look the same, and the last code stays valid', async () => {
    const member = await people.member();
    await fromPlaces([1], 10, () => asReset(member.email));
    const code = await people.codeOf(member._id);
    for (let i = 0; i < 3; i++) await asReset(member.email);
    expect(await resets(member._id)).toBe(10);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code,
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      })
      .expect(204);
    running.clock.advance(hours(1.01));
    await asReset(member.email);
    expect(await resets(member._id)).toBe(11);
  });

  it('gets only ten reset codes when fifteen are requested at the same time', async () => {
    const member = await people.member();
    await Promise.all(Array.from({ length: 15 }, () => asReset(member.email)));
    expect(await resets(member._id)).toBe(10);
  });

  it('gets its owner’s reset code after a stranger used up another network, and twenty an hour in all', async () => {
    const member = await people.member();
    await fromPlaces([1], 12, () => asReset(member.email));
    await asReset(member.email, 2);
    expect(await resets(member._id)).toBe(11);
    await fromPlaces([3, 4], 10, (place) => asReset(member.email, place));
    expect(await resets(member._id)).toBe(20);
  });

  it('gets reset codes even when strangers have used up all other mails to it', async () => {
    const known = await people.member();
    await running.source.query('DELETE FROM platform.rate_limit_counter');
    await fromPlaces([1, 2, 3], 10, (place) => signUpFrom(known.email, place));
    expect(await people.events('identity.known-address-registered', known._id)).toHaveLength(20);
    await asReset(known.email);
    expect(await resets(known._id)).toBe(1);
  });

  it('gets a verification mail requested by its owner even when strangers have used up the mails of registrations', async () => {
    const email = freshEmail();
    const registered: string[] = [];
    await fromPlaces([1, 2, 3], 8, async (place) =>
      registered.push(((await signUpFrom(email, place)).body as { _id: string })._id),
    );
    const verifications = await Promise.all(
      registered.map((id) => people.events('identity.verification-requested', id)),
    );
    expect(verifications.map((e) => e.length)).toEqual(
      Array.from({ length: 24 }, (_, i) => (i < 20 ? 1 : 0)),
    );
    const { token, _id } = (await people.signIn(email).expect(200)).body as {
      token: string;
      _id: string;
    };
    const again = (place: number) =>
      running
        .http()
        .put('/api/users/profile/')
        .set({ ...bearer(token), ...from(place) })
        .send({ action: 'email-verify' })
        .expect(202);
    await fromPlaces([4], 12, again);
    expect(await people.events('identity.verification-requested', _id)).toHaveLength(10);
    await again(5);
    expect(await people.events('identity.verification-requested', _id)).toHaveLength(11);
  });

  it('gets twenty study invitations a day from all researchers together; further ones look the same', async () => {
    const email = freshEmail();
    const owners = [await makeResearcher(running.source), await makeResearcher(running.source)];
    const mailed = () =>
      countRows(running.source, `platform.outbox WHERE name = 'collaborators.invited'`);
    const before = await mailed();
    for (const owner of owners) {
      const study = await makeStudy(running, owner);
      for (let n = 0; n < 11; n++)
        await collaboratorRequestsOf(running).invite(owner, study, email);
    }
    expect((await mailed()) - before).toBe(20);
  });

  it('is not stored in any rate limit counter', async () => {
    const email = freshEmail();
    await asReset(email);
    expect(
      await countRows(
        running.source,
        `platform.rate_limit_counter WHERE strpos(encode(key, 'escape'), $1) > 0`,
        [email],
      ),
    ).toBe(0);
  });
});

describe('Searching for people', () => {
  it('uses the first six words only, so that a long text costs little', async () => {
    const administrator = await makeAdministrator(running.source);
    const found = await makeResearcher(running.source, {
      first_name: 'Aletta',
      last_name: 'Qwertz',
    });
    const find = async (text: string) =>
      (
        (
          await running
            .http()
            .get('/api/users/')
            .query({ text })
            .set(administrator.headers)
            .expect(200)
        ).body as { items: { _id: string }[] }
      ).items.map(({ _id }) => _id);
    expect(await find('a l e t Q z nowhere')).toContain(found._id);
    expect(await find('a l e t Q nowhere')).toEqual([]);
  });

  it('is limited to five hundred times an hour for each account', async () => {
    const [one, other] = [
      await makeResearcher(running.source),
      await makeResearcher(running.source),
    ];
    for (let i = 0; i < 499; i++) await limit().consume(processesRateLimits.peopleSearch, one._id);
    await running.http().get('/api/users/?text=x').set(one.headers).expect(200);
    await running.http().get('/api/users/?text=x').set(one.headers).expect(429);
    await running.http().get('/api/users/?text=x').set(other.headers).expect(200);
  });
});
