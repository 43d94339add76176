/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { capabilities } from '../../../../server/contexts';
import { minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { RetentionJob } from '../../../../workers/retention.job';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { signingKey } from '../../../support/sign-in/certificate';
import { countRows, sortedStatuses } from '../../accounts/account-requests';
import { expectedRefusal } from './attacks/forging';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  // The tests need their own application: they set its clock, and the first test counts all rows of
  // four tables.
  running = await startApp({ clock: new TestClock() });
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

let advanced = 0;
const advance = (ms: number) => {
  advanced += ms;
  running.clock.advance(ms);
};
// Sets the application's clock back to the clock of the machine, which the test providers use.
afterEach(() => advance(-advanced));

it('Expired requests, assertions, codes and tokens are deleted, and none before it expires', async () => {
  const job = new RetentionJob(running.app.get(UnitOfWork), running.clock, capabilities);
  const uni = await saml.connect();
  await saml.tokenAfter(await saml.answerFrom(uni));
  await saml.codeAfter(await saml.answerFrom(uni));
  await saml.redirectUrl(`a@${uni.domain}`);
  const left = async () =>
    Promise.all(
      ['saml_request', 'saml_assertion', 'saml_code', 'sso_token'].map((table) =>
        countRows(running.source, `identity.${table}`),
      ),
    );
  await job.run();
  expect(await left()).toEqual([1, 2, 1, 1]);
  advance(minutes(2));
  await job.run();
  expect(await left()).toEqual([1, 2, 0, 1]);
  advance(minutes(14));
  await job.run();
  expect(await left()).toEqual([0, 0, 0, 0]);
  expect(await countRows(running.source, 'identity.saml_connection WHERE id = $1', [uni.id])).toBe(
    1,
  );
});

describe('The code of a finished single sign-on', () => {
  it('is valid for a minute', async () => {
    const code = await saml.codeAfter(await saml.answerFrom(await saml.connect()));
    advance(authenticationLimits.samlCodeSeconds * 1_000 + 1);
    await saml.redeem(code).expect(400);
  });

  it('is exchanged for a token that signs in once, within five minutes', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    expect(sortedStatuses(await Promise.all([1, 2, 3].map(() => saml.profile(token))))).toEqual([
      200, 401, 401,
    ]);
    const late = await saml.tokenAfter(await saml.answerFrom(uni));
    advance(minutes(5) + 1);
    expect((await saml.profile(late).expect(401)).body).toMatchObject({
      code: 'invalid_identity_token',
    });
  });
});

it('A single sign-on expires fifteen minutes after it began', async () => {
  const uni = await saml.connect();
  const request = await uni.idp.asked(await saml.redirectUrl(`a@${uni.domain}`), saml.metadata);
  advance(minutes(15) + 1);
  expect(await saml.errorAfter(await saml.say(uni, request))).toBe('invalid_flow');
});

it('Clocks of provider and server may differ by up to a minute', async () => {
  const uni = await saml.connect();
  const within = {
    issuedAt: new Date(Date.now() + 40_000),
    notBefore: new Date(Date.now() + 40_000),
  };
  expect(await saml.codeAfter(await saml.answerFrom(uni, within))).not.toBe('');
  expect(
    await saml.codeAfter(
      await saml.answerFrom(uni, {
        until: new Date(Date.now() - 40_000),
        confirmedUntil: new Date(Date.now() - 40_000),
      }),
    ),
  ).not.toBe('');
  expect(
    await saml.errorAfter(
      await saml.answerFrom(uni, { ...within, notBefore: new Date(Date.now() + 70_000) }),
    ),
  ).toBe('issuer_refused');
  expect(
    await saml.errorAfter(await saml.answerFrom(uni, { until: new Date(Date.now() - 70_000) })),
  ).toBe('issuer_refused');
});

it('A certificate that has expired since it was added is no longer accepted', async () => {
  const ending = await saml.connect({
    key: signingKey({ until: new Date(running.clock.now().getTime() + 3_600_000) }),
  });
  expect(await saml.codeAfter(await saml.answerFrom(ending))).not.toBe('');
  advance(7_200_000);
  expect(await saml.refusalOf(ending, (request) => saml.say(ending, request))).toEqual(
    expectedRefusal('certificate_expired'),
  );
});
