import { newPerson, type Person, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts, demoPassword, runningProduct } from '../support/product';
import { see, seeHeading, waitForPath, signIn } from '../support/see';

const browser = useBrowser();

let participant: Person;
let researcher: Person;
beforeAll(async () => {
  [participant, researcher] = await Promise.all([
    signInByApi(demoAccounts.participant),
    signInByApi(demoAccounts.researcher),
  ]);
});

describe('route guard of the web app', () => {
  it('sends a visitor of a protected page to the sign-in, and afterwards back to the page with its query', async () => {
    const page = await browser.open();
    await page.goto('/history/participation?from=mail');
    await waitForPath(page, '/signin');
    await signIn(page, demoAccounts.participant, demoPassword);
    await waitForPath(page, '/history/participation?from=mail');
    await seeHeading(page, 'History');
  });

  it('shows the not-found page in the empty layout when a person has no access', async () => {
    // A new person: the demo's participant builds studies in a class, and so may open /experiments.
    const page = await browser.open({ as: await newPerson() });
    for (const path of ['/experiments', '/sessions/dashboard', '/reviews', '/no/such/page']) {
      await page.goto(path);
      await seeHeading(page, 'This page does not exist');
      expect(await page.getByRole('banner').count()).toBe(0);
    }
    const other = await browser.open({ as: researcher });
    await other.goto('/reviews');
    await seeHeading(other, 'This page does not exist');
  });

  it('signs out, deletes the token in the browser and on the server, and opens the requested page', async () => {
    const page = await browser.open({ as: participant });
    await page.goto('/logout?redirect=%2Fpricing');
    await waitForPath(page, '/pricing');
    expect(
      (await page.context().cookies()).filter(
        ({ name, value }) => name === 'ff_user_access_token' && value,
      ),
    ).toEqual([]);
    const answer = await fetch(`${runningProduct().url}/api/users/profile/`, {
      headers: { authorization: `Bearer ${participant.token}` },
    });
    expect(answer.status).toBe(401);
    participant = await signInByApi(demoAccounts.participant);
  });

  it('deletes a token that the server does not know, and shows the sign-in', async () => {
    const page = await browser.open({ as: { ...participant, token: 'x'.repeat(43) } });
    await page.goto('/home');
    await waitForPath(page, '/signin');
    expect(
      (await page.context().cookies()).filter(
        ({ name, value }) => name === 'ff_user_access_token' && value,
      ),
    ).toEqual([]);
  });

  it('keeps the person signed in after a reload, and in a second tab', async () => {
    const page = await browser.open();
    await page.goto('/signin');
    await signIn(page, demoAccounts.participant, demoPassword);
    await waitForPath(page, '/home');
    await page.reload();
    await see(page.getByRole('button', { name: 'Hello, Pat' }));
    const tab = await page.context().newPage();
    await tab.goto('/signin');
    await waitForPath(tab, '/home');
  });
});

describe('header around every page', () => {
  it('shows the region of the host; choosing the current region does nothing, another one opens its host', async () => {
    const page = await browser.open();
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Region: Global' }).click();
    await page.getByRole('menuitem', { name: 'Global' }).click();
    expect(page.url()).toBe(`${runningProduct().url}/pricing`);

    const eu = await browser.open({
      origin: runningProduct().url.replace('127.0.0.1', 'eu.localhost'),
    });
    await eu.goto('/pricing');
    await eu.getByRole('button', { name: 'Region: European Union' }).click();
    const asked = eu.waitForRequest(
      (request) =>
        request.isNavigationRequest() && new URL(request.url()).hostname === 'us.localhost',
    );
    await eu.getByRole('menuitem', { name: 'United States' }).click();
    expect(new URL((await asked).url()).pathname).toBe('/');
  });

  it('shows the chosen language, also after a reload', async () => {
    const page = await browser.open();
    await page.goto('/signin');
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await see(page.getByRole('heading', { name: 'Anmelden' }));
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.reload();
    await see(page.getByRole('heading', { name: 'Anmelden' }));
  });

  it('has its menus behind a toggle at 834 px and below', async () => {
    const page = await browser.open({ as: researcher, viewport: { width: 834, height: 900 } });
    await page.goto('/experiments');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Sessions' }).click();
    await waitForPath(page, '/sessions/dashboard');
    await page.setViewportSize({ width: 835, height: 900 });
    await see(page.getByRole('button', { name: 'Hello, Robin' }));
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false);
  });
});
