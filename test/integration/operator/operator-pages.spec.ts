import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operator, OperatorPage, TermsAcceptance } from '../../../contracts/operator/operator';
import { OperatorPages } from '../../../server/operator/operator-pages';
import { startApp, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson, type TestPerson } from '../../support/people/people';
import { accountRequestsOf } from '../accounts/account-requests';

let run: RunningApp;
let data: string;
beforeAll(async () => {
  run = await startApp({
    environment: {
      OPERATOR_NAME: 'The Lab & Sons',
      OPERATOR_FORUM_URL: 'https://forum.lab.example/',
      OPERATOR_PRIVACY_URL: 'https://lab.example/privacy',
    },
  });
  data = run.engines.dataDir;
  mkdirSync(join(data, 'pages'));
});
afterAll(async () => {
  await run.close();
});

/**
 * Writes a page as an operator does. Sets its file time a minute back, so that the server does not
 * wait for further changes.
 */
const write = async (file: string, text: string) => {
  const path = join(data, 'pages', file);
  writeFileSync(path, text);
  utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
  await run.app.get(OperatorPages).look();
};
const page = (name: string, query = '') =>
  bodyOf<OperatorPage>(run.http().get(`/api/operator/pages/${name}/${query}`).expect(200));
const operator = () => bodyOf<Operator>(run.http().get('/api/operator/').expect(200));
const terms = (who: TestPerson) =>
  bodyOf<TermsAcceptance>(run.http().get('/api/users/terms/').set(who.headers).expect(200));
const accept = (who: TestPerson, version: string) =>
  run.http().post('/api/users/terms/').set(who.headers).send({ version });

describe('The operator’s pages', () => {
  it('come from the settings, and a page file takes precedence over an external address', async () => {
    expect(await operator()).toMatchObject({
      name: 'The Lab & Sons',
      links: { forum: 'https://forum.lab.example/', donation: null },
      pages: { privacy: 'https://lab.example/privacy', mission: null },
    });
    await write('privacy.md', 'We keep little.');
    expect((await operator()).pages).toMatchObject({ privacy: '/privacy', mission: null });
  });

  it('are shown in the requested language, else in English, else in the only language that exists', async () => {
    await write('people.md', 'Ada');
    await write('people.de.md', 'Ada, auf Deutsch');
    await write('mission.fr.md', 'Pour tous');
    expect((await page('people', '?language=de')).body_markdown).toBe('Ada, auf Deutsch');
    expect((await page('people', '?language=it')).language).toBe('en');
    expect((await page('people')).language).toBe('en');
    expect((await page('mission', '?language=de')).language).toBe('fr');
  });

  it('stay readable in every earlier version, by its hash', async () => {
    await write('people.md', 'Ada and Bob');
    const before = await page('people');
    await write('people.md', 'Ada alone');
    const after = await page('people');
    expect(after).toMatchObject({ body_markdown: 'Ada alone', current: true });
    expect(await page('people', `?version=${before.version}`)).toEqual({
      ...before,
      current: false,
    });
    await run
      .http()
      .get(`/api/operator/pages/people/?version=${'0'.repeat(64)}`)
      .expect(404);
    await run.http().get(`/api/operator/pages/terms/?version=${before.version}`).expect(404);
  });

  it('are not found under an unknown name, or if they were not written', async () => {
    await run.http().get('/api/operator/pages/..%2Fsecrets/').expect(404);
    await run.http().get('/api/operator/pages/imprint/').expect(404);
  });

  it('disappear with their file, except for requests with their version', async () => {
    await write('mission.es.md', 'Para todos');
    const spanish = await page('mission', '?language=es');
    rmSync(join(data, 'pages', 'mission.es.md'));
    await run.app.get(OperatorPages).look();
    expect((await page('mission', '?language=es')).language).toBe('fr');
    expect((await page('mission', `?version=${spanish.version}`)).body_markdown).toBe('Para todos');
  });
});

describe('Terms of use', () => {
  it('have to be accepted once for each text, in any of its languages', async () => {
    const person = await makePerson(run.source);
    expect(await terms(person)).toEqual({ accepted: null, asked: false });
    await write('terms.md', 'Be kind.');
    await write('terms.de.md', 'Seien Sie freundlich.');
    expect(await terms(person)).toEqual({ accepted: null, asked: true });
    const { version } = await page('terms', '?language=de');
    await Promise.all([1, 2, 3].map(() => accept(person, version).expect(200)));
    expect(await terms(person)).toMatchObject({
      accepted: { version, language: 'de' },
      asked: false,
    });
    await write('terms.de.md', 'Seien Sie sehr freundlich.');
    expect(await terms(person)).toMatchObject({ accepted: { version }, asked: true });
  });

  it('are accepted by registering with the version that the form showed', async () => {
    await write('terms.md', 'Be very kind.');
    const { version } = await page('terms');
    const people = accountRequestsOf(run);
    const { _id } = await people.member({ terms_version: version });
    const rows: unknown[] = await run.source.query(
      'SELECT version, language FROM identity.terms_acceptance WHERE account_id = $1',
      [_id],
    );
    expect(rows).toEqual([{ version, language: 'en' }]);
  });

  it('cannot be accepted in a version that the site never had, or without a sign-in', async () => {
    const person = await makePerson(run.source);
    expect((await accept(person, 'f'.repeat(64)).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      fields: [expect.objectContaining({ path: 'version', code: 'invalid' })],
    });
    const { version } = await page('people');
    await accept(person, version).expect(400);
    await run.http().post('/api/users/terms/').send({ version }).expect(401);
    expect(await terms(person)).toMatchObject({ accepted: null });
  });
});
