import { noticeKinds } from '../../../contracts/notices/notices';
import { UnsubscribeTokens } from '../../../server/notices/unsubscribe-tokens';
import { days } from '../../../server/platform/concurrency/clock';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import { noticeRequestsOf } from './choosing';

let run: RunningApp;
let tokens: UnsubscribeTokens;
let person: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  tokens = new UnsubscribeTokens(run.app.get(Secrets), run.config);
});
beforeEach(async () => {
  person = await makePerson(run.source);
});
afterAll(() => run.close());

const wanted = async () => (await noticeRequestsOf(run).read(person)).wanted;
const ask = (token: string) => run.http().post('/api/notices/unsubscribe/').send({ token });

describe('The unsubscribe link of a mail', () => {
  it('switches off its kind by one POST without a sign-in, in either form type, and can be repeated', async () => {
    const { oneClick } = noticeRequestsOf(run);
    const url = tokens.urlOf(person._id, 'reminder');
    expect(await oneClick(url)).toBe(204);
    expect(await wanted()).toMatchObject({ reminder: false, decision: true, slot_change: true });
    expect(await oneClick(url)).toBe(204);
    expect(await oneClick(url, 'multipart/form-data; boundary=x')).toBe(204);
    expect(await wanted()).toMatchObject({ reminder: false, decision: true, slot_change: true });
  });

  it('works sixty days later, and ten times at the same time', async () => {
    await noticeRequestsOf(run).change(person, { wanted: { new_studies: true } });
    const url = tokens.urlOf(person._id, 'new_studies');
    run.clock.advance(days(61));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => noticeRequestsOf(run).oneClick(url)),
    );
    expect(answers).toEqual(answers.map(() => 204));
    expect((await wanted()).new_studies).toBe(false);
  });

  it('changes nothing when opened with GET, and leads to the page that asks for confirmation', async () => {
    const url = new URL(tokens.urlOf(person._id, 'reminder'));
    const opened = await run.http().get(url.pathname);
    expect(opened.status).toBe(303);
    const token = url.pathname.split('/').at(-2) ?? '';
    expect(opened.headers.location).toBe(`${run.config.publicWebUrl}/unsubscribe#${token}`);
    expect((await wanted()).reminder).toBe(true);
    const answer = await ask(token);
    expect([answer.status, answer.body]).toEqual([200, { kind: 'reminder' }]);
    expect((await wanted()).reminder).toBe(false);
  });

  it('leads only to the installation’s own web app, whatever its token is', async () => {
    for (const token of [
      '%2F%2Fevil.test',
      'https:%2F%2Fevil.test',
      '%0d%0aLocation:%20x',
      '@evil.test',
    ]) {
      const { status, headers } = await run.http().get(`/api/notices/unsubscribe/${token}/`);
      expect(status).toBe(303);
      const location = new URL(headers.location ?? '');
      expect(`${location.origin}${location.pathname}`).toBe(
        `${run.config.publicWebUrl}/unsubscribe`,
      );
    }
  });

  it('reveals neither account nor kind, and is different in every mail', () => {
    const all = noticeKinds.flatMap((kind) => [
      tokens.make(person._id, kind),
      tokens.make(person._id, kind),
    ]);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(all.map((token) => token.length)).size).toBe(1);
    for (const token of all) {
      const bytes = Buffer.from(token, 'base64url').toString('latin1');
      expect(`${token} ${bytes}`).not.toContain(person._id);
      expect(bytes).not.toContain(person._id.replaceAll('-', ''));
    }
  });

  it('with a made-up or changed token is not found and changes nothing', async () => {
    const token = tokens.make(person._id, 'reminder');
    const middle = Math.floor(token.length / 2);
    const changed = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
    for (const wrong of ['', 'x', changed, `${token}AAAA`, person._id, 'A'.repeat(94)]) {
      expect((await ask(wrong)).status).toBe(404);
      if (wrong === '') continue;
      const url = `${run.config.publicApiUrl}/api/notices/unsubscribe/${wrong}/`;
      expect(await noticeRequestsOf(run).oneClick(url)).toBe(404);
    }
    expect((await wanted()).reminder).toBe(true);
  });

  it('gets the same response when its account was erased as when it exists', async () => {
    const gone = tokens.make('0193a1b2-0000-7000-8000-000000000000', 'decision');
    const answer = await ask(gone);
    expect([answer.status, answer.body]).toEqual([200, { kind: 'decision' }]);
  });
});
