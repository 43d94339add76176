import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import type { SamlResponseContent } from '../../../support/sign-in/providers/saml-response';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';

let one: RunningApp;
let two: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  one = await sharedApp();
  two = await startApp({ engines: one.engines, clock: one.clock });
  saml = await samlRequestsOf(one);
  uni = await saml.connect();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const askedIn = (url: string) =>
  inflateRawSync(
    Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
const isForced = (url: string) => askedIn(url).includes('ForceAuthn="true"');
const before = (ms: number) => new Date(Date.now() - ms);
const begin = (fresh: boolean, to = one) =>
  saml.redirectUrl(`somebody@${uni.domain}`, fresh ? { fresh: 'true' } : {}, to);
const answerTo = async (url: string, said: Partial<SamlResponseContent>) =>
  saml.say(uni, await uni.idp.asked(url, saml.metadata), said);
/**
 * Makes the response of a provider at which the person signed in an hour ago. If the request
 * demands a new sign-in, the provider authenticates the person again. With `cares: false`, the
 * provider ignores the demand.
 */
const sessionOfAnHour = async (url: string, { cares = true } = {}) =>
  answerTo(url, { authenticatedAt: cares && isForced(url) ? new Date() : before(minutes(60)) });
/**
 * Sends a request that needs a recent sign-in: to remove the person's ORCID iD. The request changes
 * nothing, because the person has linked no ORCID iD.
 */
const sensitive = async (headers: object) =>
  (
    (
      await one
        .http()
        .delete('/api/identities/')
        .set(headers as Record<string, string>)
        .send({ provider: 'orcid' })
    ).body as { code: string }
  ).code;
const provedAt = async (headers: object) =>
  Date.parse(
    (
      (
        await one
          .http()
          .get('/api/security/')
          .set(headers as Record<string, string>)
          .expect(200)
      ).body as { signed_in_at: string }
    ).signed_in_at,
  );

describe('A sign-in through an open session at the organization', () => {
  it('is as old as the authentication there: it signs in, but does not count as a recent sign-in', async () => {
    const person = await saml.enter(await sessionOfAnHour(await begin(false)));
    expect(await provedAt(person.headers)).toBeLessThan(Date.now() - minutes(59));
    expect(await sensitive(person.headers)).toBe('recent_sign_in_required');
    const signIns = (await one.http().get('/api/sign-ins/').set(person.headers).expect(200))
      .body as { items: { current: boolean; created_at: string }[] };
    expect(
      Date.parse(signIns.items.find(({ current }) => current)?.created_at ?? ''),
    ).toBeGreaterThan(Date.now() - minutes(5));
  });

  it('counts as recent when the person authenticated there two minutes ago', async () => {
    expect(
      await sensitive(
        (
          await saml.enter(
            await answerTo(await begin(false), { authenticatedAt: before(minutes(2)) }),
          )
        ).headers,
      ),
    ).toBe('not_found');
  });

  it('counts from now when the organization reports no time, or when its clock is ahead', async () => {
    for (const authenticatedAt of [null, new Date(Date.now() + 40_000)]) {
      const person = await saml.enter(await answerTo(await begin(false), { authenticatedAt }));
      expect(await provedAt(person.headers)).toBeLessThanOrEqual(one.clock.now().getTime());
      expect(await sensitive(person.headers)).toBe('not_found');
    }
  });

  it('is refused when the reported authentication is more than a minute in the future', async () => {
    expect(
      await saml.refusalOf(uni, (request) =>
        saml.say(uni, request, { authenticatedAt: new Date(Date.now() + 90_000) }),
      ),
    ).toEqual(['issuer_refused', 'wrong_time']);
  });
});

describe('A sign-in that has to be fresh', () => {
  it('requires the organization to authenticate again; other sign-ins do not', async () => {
    expect(isForced(await begin(true))).toBe(true);
    expect(isForced(await begin(false))).toBe(false);
    for (const fresh of ['false', '0', ''])
      expect(isForced(await saml.redirectUrl(`a@${uni.domain}`, { fresh }))).toBe(false);
  });

  it('[7.5.1] counts as recent after the organization has authenticated the person again', async () => {
    const stale = await saml.enter(await sessionOfAnHour(await begin(false)));
    const fresh = await saml.enter(await sessionOfAnHour(await begin(true)));
    expect(fresh._id).toBe(stale._id);
    expect([await sensitive(stale.headers), await sensitive(fresh.headers)]).toEqual([
      'recent_sign_in_required',
      'not_found',
    ]);
  });

  it('is refused when the organization did not authenticate again, and the request stays open', async () => {
    const url = await begin(true);
    expect(await saml.errorAfter(await sessionOfAnHour(url, { cares: false }))).toBe(
      'sign_in_not_fresh',
    );
    expect(await saml.errorAfter(await answerTo(url, { authenticatedAt: null }))).toBe(
      'sign_in_not_fresh',
    );
    expect(await saml.codeAfter(await sessionOfAnHour(url))).not.toBe('');
  });

  it('is refused when the browser removed the requirement from the request: the stored request counts, at every server', async () => {
    const url = new URL(await begin(true));
    url.searchParams.set(
      'SAMLRequest',
      deflateRawSync(askedIn(url.href).replace(' ForceAuthn="true"', '')).toString('base64'),
    );
    expect(isForced(url.href)).toBe(false);
    const answer = await sessionOfAnHour(url.href);
    for (const server of [one, two])
      expect((await saml.after(answer, server)).searchParams.get('error')).toBe(
        'sign_in_not_fresh',
      );
  });

  it('is refused when its time of authentication was changed after signing', async () => {
    const answer = await sessionOfAnHour(await begin(true), { cares: false });
    const xml = Buffer.from(answer.SAMLResponse, 'base64')
      .toString()
      .replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${new Date().toISOString()}"`);
    expect(
      await saml.errorAfter({ ...answer, SAMLResponse: Buffer.from(xml).toString('base64') }),
    ).toBe('issuer_refused');
  });

  it('may begin on one server and end on another, if the clocks differ by no more than a minute', async () => {
    const good = await answerTo(await begin(true, two), { authenticatedAt: before(40_000) });
    expect((await saml.after(good, one)).searchParams.get('saml_access_code')).toMatch(/.{40}/);
    expect(
      (
        await saml.after(
          await answerTo(await begin(true, two), { authenticatedAt: before(75_000) }),
          one,
        )
      ).searchParams.get('error'),
    ).toBe('sign_in_not_fresh');
  });

  it('does not mix with other requests: neither of two requests can use the response to the other one', async () => {
    const [forced, plain] = [await begin(true), await begin(false)];
    const old = { authenticatedAt: before(minutes(60)) };
    expect(await saml.errorAfter(await answerTo(forced, old))).toBe('sign_in_not_fresh');
    expect(await saml.codeAfter(await answerTo(plain, old))).not.toBe('');
    const swapped = await answerTo(plain, old);
    const ids = [forced, plain].map((url) => / ID="(_[0-9a-f]{40})"/.exec(askedIn(url))?.[1] ?? '');
    const xml = Buffer.from(swapped.SAMLResponse, 'base64')
      .toString()
      .replace(`InResponseTo="${ids[1]}"`, `InResponseTo="${ids[0]}"`);
    expect(
      await saml.errorAfter({ ...swapped, SAMLResponse: Buffer.from(xml).toString('base64') }),
    ).toBe('issuer_refused');
  });
});
