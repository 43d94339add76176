import type { Page } from 'playwright-core';
import { isHeadlessShell } from '../../../scripts/lib/chromium.mjs';
import { freePort } from '../../../scripts/lib/processes/ports.mjs';
import { enrolByApi, newPerson, type Person, type RecruitingStudy } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSeparateServer, type SeparateServer } from '../support/own-server';
import { clickBegin, launchUploadedStudy } from '../support/running-here';
import { seeHeading } from '../support/see';
import { eventually } from '../../support/chance/wait';

const browser = useBrowser();
let server: SeparateServer;
/** Three people who take part in the same browser, one after the other. */
let people: Person[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 3 }, () => newPerson()));
  const port = await freePort();
  // Browsers treat all names below `studies.localhost` as one site, like those of a domain that is
  // on no public suffix list.
  const env = { STUDY_ORIGIN: `http://*.studies.localhost:${port}` };
  server = await startSeparateServer('left-behind', { env, port });
});
afterAll(() => server.stop());

/** A study that bypasses our script by calling the browser's original functions. */
const voices = {
  'index.html': Buffer.from(`<!doctype html><html lang="en"><title>Voices</title>
<button onclick="commonlab.finish()">End</button><script>
(async () => {
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  const now = async () => ({
    cookies: get.call(document),
    databases: (await indexedDB.databases().catch(() => [])).map(({ name }) => name),
    caches: await caches.keys().catch(() => []),
  });
  const found = await now();
  for (const [name, where] of [['site', 'domain=studies.localhost'], ['own', '']])
    set.call(document, name + '=1; path=/; SameSite=None; Secure; ' + where);
  const denied = [];
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('left');
    opening.onsuccess = resolve;
    opening.onerror = () => reject(opening.error);
  }).catch(({ name }) => denied.push(name));
  await caches.open('left').catch(({ name }) => denied.push(name));
  const said = document.createElement('output');
  said.textContent = JSON.stringify({ found, denied, left: await now(), origin });
  document.body.append(said);
})();
</script></html>`),
};
const nothing = { cookies: '', databases: [], caches: [] };
/**
 * Whether frames of other sites may store data in this browser. The headless shell allows it; a
 * complete browser does not, because it opens the windows of tests as private windows.
 */
const mayStore = isHeadlessShell(process.env.CHROMIUM_PATH ?? '');
interface Seen {
  found: object;
  denied: string[];
  left: object;
  origin: string;
}

/** Lets a person take part in the same browser as the person before. */
async function next(page: Page, of: RecruitingStudy, person: Person): Promise<Seen> {
  const { _id } = await enrolByApi(person, of);
  const token = { name: 'ff_user_access_token', value: person.token, url: server.url };
  await page.context().addCookies([token]);
  await page.goto(`/run/${_id}`);
  await clickBegin(page);
  const said = await page.frameLocator('iframe').locator('output').textContent();
  return JSON.parse(said ?? '') as Seen;
}
async function end(page: Page): Promise<void> {
  await page.frameLocator('iframe').getByRole('button', { name: 'End' }).click();
  await seeHeading(page, 'All of your answers have arrived');
}

describe('data that a study with its own origin leaves in a browser cannot be found by later studies or people', () => {
  describe.each([
    ['where frames can be without credentials', () => undefined],
    [
      'where they cannot',
      () => {
        delete (HTMLIFrameElement.prototype as { credentialless?: boolean }).credentialless;
      },
    ],
  ])('%s:', (_, prepare) => {
    it.each([
      ['when it has ended', true],
      ['when its page was closed in the middle', false],
    ])('%s', async (__, ends) => {
      const needs = { needs: ['microphone'] };
      const [one, other] = [
        await launchUploadedStudy(voices, 'Voices', needs),
        await launchUploadedStudy(voices, 'Other voices', needs),
      ];
      let page = await browser.open({ origin: server.url, cookiesAccepted: false });
      const context = page.context();
      await context.addInitScript(prepare);
      const seen: Seen[] = [];
      for (const [i, person] of people.entries()) {
        seen.push(await next(page, i === 1 ? other : one, person));
        if (ends) {
          await end(page);
          continue;
        }
        await page.close();
        page = await context.newPage();
      }
      const [first, second, third] = seen;
      expect(first?.origin).not.toBe(second?.origin);
      expect(first?.origin).toBe(third?.origin);
      for (const { found, left, denied } of seen) {
        expect(found).toEqual(nothing);
        expect(denied).toEqual(mayStore ? [] : ['UnknownError', 'SecurityError']);
        if (!mayStore) continue;
        // From the study's point of view, storing worked.
        expect(left).toEqual({
          cookies: 'site=1; own=1',
          databases: ['left'],
          caches: ['left'],
        });
      }
    });
  });
});

describe('unsent data of a run', () => {
  it('is deleted from the browser when the person leaves the study', async () => {
    const asking = {
      'index.html': Buffer.from(`<!doctype html><html lang="en"><button>Say</button><script>
document.querySelector('button').onclick = async () => {
  await commonlab.file('voice.webm', new Blob(['a voice']));
  await commonlab.record({ said: 'something' });
  commonlab.stop();
};</script></html>`),
    };
    const study = await launchUploadedStudy(asking, 'Said and taken back');
    const person = await newPerson();
    const { _id } = await enrolByApi(person, study);
    const page = await browser.open({ as: person, cookiesAccepted: false });
    // Only the request that starts the run reaches the server.
    await page.route(/\/(trials|recordings)\//, (route) => route.abort());
    await page.goto(`/run/${_id}`);
    await clickBegin(page);
    await page.frameLocator('iframe').getByRole('button', { name: 'Say' }).click();
    await seeHeading(page, 'You want to stop');
    const waiting = () =>
      page.evaluate(async () => {
        const all = [
          ['commonlab-runs', 'pending'],
          ['commonlab-run-files', 'files'],
        ].map(
          ([name = '', store = '']) =>
            new Promise<number>((resolve, reject) => {
              const asked = indexedDB.open(name);
              asked.onsuccess = () => {
                const counted = asked.result.transaction(store).objectStore(store).count();
                counted.onsuccess = () => {
                  asked.result.close();
                  resolve(counted.result);
                };
                counted.onerror = reject;
              };
            }),
        );
        return Promise.all(all);
      });
    const [records = 0, files = 0] = await waiting();
    expect({ records: records > 0, files }).toEqual({ records: true, files: 1 });
    await page.goto(`/study/details/${study.study_id}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await eventually(waiting, ([left, voices]) => left === 0 && voices === 0);
    browser.problems.splice(0);
  });
});
