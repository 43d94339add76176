/** @lane slow: waits for connections that are cut */
import { eventually } from '../../support/chance/wait';
import { callApi, demoPerson, enrolByApi, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { runningProduct } from '../support/product';
import { see, seeText, waitForDashboardTile } from '../support/see';

const browser = useBrowser();

let researcher: Person;
let people: Person[];
beforeAll(async () => {
  researcher = await demoPerson('researcher');
  people = [
    await newPerson({ first_name: 'Mia' }),
    await newPerson({ first_name: 'Nils' }),
    await newPerson({ first_name: 'Olga' }),
  ];
});

describe('after a lost connection', () => {
  it('the dashboard is up to date again without a reload when the network was away', async () => {
    const study = await recruit(researcher, 'Out of reach', 10);
    const page = await browser.open({ as: researcher });
    await page.goto('/sessions/dashboard');
    await see(page.locator('[data-connection=live]'));
    await enrolByApi(people[0] as Person, study);
    await waitForDashboardTile(page, study.title, { fill: '1 / 10' });

    await page.context().setOffline(true);
    // The browser notices the loss because a heartbeat of Socket.IO is missing. By default, this
    // takes at most 45 s: 25 s until the next heartbeat, and 20 s of waiting for it.
    await see(page.locator('[data-connection=reconnecting]'), 60_000);
    await Promise.all(people.slice(1).map((person) => enrolByApi(person, study)));
    await page.context().setOffline(false);
    await waitForDashboardTile(page, study.title, { fill: '3 / 10' });
    await see(page.locator('[data-connection=live]'));
    // Discards the browser's reports of calls that failed without a network.
    browser.problems.splice(0);
  });

  it('the dashboard and a participant’s page are up to date again without a reload after the server was killed', async () => {
    const study = await recruit(researcher, 'Killed and back', 10);
    const [page, other] = await Promise.all([
      browser.open({ as: researcher }),
      browser.open({ as: people[0] as Person }),
    ]);
    await Promise.all([
      page.goto('/sessions/dashboard'),
      other.goto(`/study/details/${study.study_id}`),
    ]);
    await Promise.all([
      see(page.locator('[data-connection=live]')),
      seeText(other, '10 spots available'),
    ]);

    process.kill(runningProduct().serverPid, 'SIGKILL');
    await see(page.locator('[data-connection=reconnecting]'));
    await eventually(
      () =>
        callApi('GET', '/api/studies/').then(
          () => true,
          () => false,
        ),
      (back) => back,
      // Time limit: the supervisor waits and starts the server again, while the other programs keep
      // both cores busy.
      60_000,
    );
    await Promise.all(people.slice(1).map((person) => enrolByApi(person, study)));
    await Promise.all([
      waitForDashboardTile(page, study.title, { fill: '2 / 10' }),
      seeText(other, '8 spots available'),
    ]);
    await see(page.locator('[data-connection=live]'));
    browser.problems.splice(0);
  });
});
