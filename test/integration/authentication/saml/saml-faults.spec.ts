import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { samlRequestsOf, type SamlRequests } from './saml-people';

interface Shown {
  items: { _id: string; faults: unknown[] }[];
}
let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

const faultsOf = async (id: string) => {
  const answer = await running
    .http()
    .get('/api/saml/connections/')
    .query({ limit: 200 })
    .set(saml.administrator.headers)
    .expect(200);
  return (answer.body as Shown).items.find((c) => c._id === id)?.faults;
};
const refusedPage = async (
  uni: Awaited<ReturnType<SamlRequests['connect']>>,
  attributes: object,
) => {
  const answer = await saml.answerFrom(uni, { attributes: { ...attributes } });
  return (await saml.after(answer)).searchParams;
};
const minute = expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) as string;

describe('A refused single sign-on', () => {
  it('shows the person a request id, which the connection’s page lists with the reason', async () => {
    const uni = await saml.connect();
    const first = await refusedPage(uni, {});
    expect(first.get('error')).toBe('issuer_refused');
    expect(first.get('about')).toBe('person');
    const second = await refusedPage(uni, {});
    expect(second.get('request_id')).not.toBe(first.get('request_id'));
    expect(await faultsOf(uni.id)).toEqual([
      {
        code: 'no_email',
        count: 2,
        last_at: minute,
        last_request_id: second.get('request_id'),
      },
    ]);
  });

  it('shows no reason when the response was not meant for this server', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni, { audience: 'https://other.test' });
    const page = (await saml.after(answer)).searchParams;
    expect([...page.keys()]).toEqual(['error', 'request_id']);
  });

  it('is counted by reason, also when several happen at the same time, and stores nothing about the person', async () => {
    const uni = await saml.connect();
    await Promise.all([
      ...Array.from({ length: 5 }, () => refusedPage(uni, { mail: 'rector@elsewhere.test' })),
      refusedPage(uni, {}),
    ]);
    const rows: object[] = await running.source.query(
      'SELECT * FROM identity.saml_fault WHERE connection_id = $1 ORDER BY code',
      [uni.id],
    );
    expect(rows).toMatchObject([
      { code: 'foreign_email', count: 5 },
      { code: 'no_email', count: 1 },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/rector|elsewhere|person-1/);
  });

  it('in a trial is stored as the trial’s result, not counted as a fault', async () => {
    const uni = await saml.connect();
    const begun = await running
      .http()
      .post(`/api/saml/connections/${uni.id}/test/`)
      .set(saml.administrator.headers)
      .expect(200);
    const { redirect_url } = begun.body as { redirect_url: string };
    const request = await uni.idp.asked(redirect_url, saml.metadata);
    await saml.after(await saml.say(uni, request, { attributes: {} }));
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: { code: 'no_email' } });
    expect(await faultsOf(uni.id)).toEqual([]);
  });
});

describe('A single sign-on that began at the organization', () => {
  const unasked = (xml: string) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '');

  it('is refused with advice, and is counted at the connection of the provider that it names', async () => {
    const uni = await saml.connect();
    const page = (await saml.after(await saml.answerFrom(uni, {}, unasked))).searchParams;
    expect(Object.fromEntries(page)).toEqual({
      error: 'invalid_flow',
      about: 'start',
      request_id: expect.any(String) as string,
    });
    expect(await faultsOf(uni.id)).toEqual([
      { code: 'unsolicited', count: 1, last_at: minute, last_request_id: page.get('request_id') },
    ]);
  });

  it('is not counted for an unknown provider; a response to a deleted request is counted as late', async () => {
    const uni = await saml.connect();
    const stranger = 'https://stranger.test';
    const as = { issuer: stranger, responseIssuer: stranger };
    await saml.after(await saml.answerFrom(uni, as, unasked));
    expect(await faultsOf(uni.id)).toEqual([]);
    const late = await saml.answerFrom(uni);
    await running.source.query('DELETE FROM identity.saml_request WHERE connection_id = $1', [
      uni.id,
    ]);
    await saml.after(late);
    expect(await faultsOf(uni.id)).toMatchObject([{ code: 'unknown_request', count: 1 }]);
  });
});
