import { demoPerson, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { coveredControls } from '../support/walk/covered';
import { tabTo } from '../support/keyboard';
import { see, seeText } from '../support/see';

const browser = useBrowser();

/**
 * Keeps messages on the page, because they would close before the test has looked at three window
 * sizes.
 */
const messagesStay = `
  const real = window.setTimeout;
  window.setTimeout = (what, ms, ...more) => (ms >= 2000 && ms <= 8000 ? 0 : real(what, ms, ...more));
`;

const observe = `
  new PerformanceObserver((list) => {
    for (const { element } of list.getEntries()) window.largest = element;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;
const sizes = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

it('the largest contentful paint of signed-in pages belongs to the page, not to the cookie notice', async () => {
  const researcher = await demoPerson('researcher');
  await recruit(researcher, 'One', 3);
  const found: string[] = [];
  for (const viewport of sizes)
    for (const path of ['/home', '/experiments', '/sessions/dashboard']) {
      const page = await browser.open({ as: researcher, cookiesAccepted: false, viewport });
      await page.addInitScript({ content: observe });
      await page.goto(path);
      await see(page.getByRole('region', { name: 'Cookie notice' }));
      await see(page.getByRole('heading', { level: 1 }));
      await page.waitForLoadState('networkidle');
      // The browser reports a paint only some frames later, so the test waits.
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
      );
      const largest = await page.evaluate<string>(
        `window.largest?.closest('section[aria-label="Cookie notice"]') ? window.largest.textContent : ''`,
      );
      if (largest !== '') found.push(`${path} at ${viewport.width}: ${largest}`);
      await page.context().close();
    }
  expect(found).toEqual([]);
});

describe('floating layers of a page', () => {
  it('cover no control when the cookie notice, a message and the offline line are shown together', async () => {
    const page = await browser.open({
      as: await newPerson({ first_name: 'Mia' }),
      cookiesAccepted: false,
    });
    await page.addInitScript({ content: messagesStay });
    await page.goto('/demographics/');
    await page.getByLabel('Education', { exact: true }).selectOption({ label: 'Doctorate' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeText(page, 'Saved');
    await page.context().setOffline(true);
    await seeText(page, /^You are offline/);
    expect(await coveredControls(page)).toEqual([]);
    await page.context().setOffline(false);
    browser.problems.splice(0);
  });

  it('cover no control of the launch dialog when a message is shown', async () => {
    const researcher = await demoPerson('researcher');
    const { study_id } = await recruit(researcher, 'Launched under a message', 3);
    const page = await browser.open({ as: researcher, cookiesAccepted: false });
    await page.addInitScript({ content: messagesStay });
    await page.goto(`/experiments/details/${study_id}?tab=sessions`);
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Spots').fill('7');
    await page.getByRole('button', { name: 'Create session' }).click();
    await seeText(page, 'The session is ready to launch');
    await page.getByRole('button', { name: /^Launch / }).click();
    await see(page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true }));
    await seeText(page, 'The session is ready to launch');
    expect(await coveredControls(page)).toEqual([]);
  });

  it('cover no control of the dashboard when the bar of selected sessions is shown', async () => {
    const researcher = await demoPerson('researcher');
    for (const title of ['One', 'Two', 'Three']) await recruit(researcher, title, 3);
    const page = await browser.open({ as: researcher, cookiesAccepted: false });
    await page.goto('/sessions/dashboard');
    await tabTo(page, page.getByRole('radio', { name: 'Tiles' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('row', { name: 'Three' }));
    await page.keyboard.press('Space');
    await see(page.getByRole('region', { name: 'Selected sessions' }));
    expect(await coveredControls(page)).toEqual([]);
  });
});
