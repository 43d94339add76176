/** @lane slow: waits until the missing heartbeat is noticed */
import { callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { type SeparateServer, startSeparateServer } from '../support/own-server';
import { waitUntilHidden, see, seeText, waitForDashboardTile } from '../support/see';

const browser = useBrowser();

describe('page without a live connection', () => {
  // The test stops the process of a server for a while. It starts that server itself, since the
  // product's own server gets another process whenever a test kills it.
  let server: SeparateServer;
  beforeAll(async () => {
    server = await startSeparateServer('hanging');
  });
  afterAll(() => server.stop());

  it('shows on dashboard and calendar since when the server hangs, within seconds, and recovers', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Heard and unheard', 10);
    const page = await browser.open({ as: researcher, origin: server.url });
    await page.goto('/sessions/dashboard');
    await see(page.locator('[data-connection=live]'));
    await enrolByApi(await newPerson({ first_name: 'Vera' }), study);
    await waitForDashboardTile(page, study.title, { fill: '1 / 10' });
    await seeText(page, /last change \d?\d:\d\d:\d\d/);

    const onSite = await recruit(researcher, 'Booked', 10, 'catalogue', {
      kind: 'onsite',
      place: 'Room 12',
    });
    await callApi('POST', `/api/sessions/${onSite.session_id}/slots/`, {
      token: researcher.token,
      body: {
        kind: 'one',
        starts: `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}T10:00`,
        duration_minutes: 60,
        zone: 'UTC',
        seats: 3,
        reserve_seats: 0,
        place: 'Room 12',
      },
    });
    const calendar = await browser.open({ as: researcher, origin: server.url });
    await calendar.goto(`/sessions/${onSite.session_id}/slots`);
    await seeText(calendar, '0 of 3');
    await see(calendar.locator('[data-connection=live]'));

    process.kill(server.pid(), 'SIGSTOP');
    try {
      await see(calendar.locator('[data-connection=silent]'), 8_000);
      await seeText(calendar, /No contact since \d?\d:\d\d:\d\d/);
      await see(calendar.locator('[data-old]'));
      await see(page.locator('[data-connection=silent]'), 8_000);
      await seeText(page, /No contact since \d?\d:\d\d:\d\d/);
      await see(page.locator('[data-old]'));
    } finally {
      process.kill(server.pid(), 'SIGCONT');
    }
    await see(page.locator('[data-connection=live]'));
    await waitUntilHidden(page.locator('[data-old]'));
    await waitUntilHidden(calendar.locator('[data-old]'));
    browser.problems.splice(0);
  });

  it('shows on every page that it is offline, and removes the notice when the connection is back', async () => {
    const page = await browser.open({ as: await newPerson({ first_name: 'Nora' }) });
    await page.goto('/home');
    await see(page.getByRole('heading', { level: 1 }));
    await page.context().setOffline(true);
    await seeText(page, /You are offline/);
    await page.context().setOffline(false);
    await waitUntilHidden(page.getByText(/You are offline/));
    browser.problems.splice(0);
  });
});
