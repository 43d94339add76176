import type { Locator } from 'playwright-core';
import {
  demoPerson,
  enrolByApi,
  newPerson,
  type Person,
  recruit,
  type RecruitingStudy,
} from '../support/api';
import { useBrowser } from '../support/browser';
import { see, waitForDashboardTile } from '../support/see';

const browser = useBrowser();
let researcher: Person;
let study: RecruitingStudy;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
  study = await recruit(researcher, 'Seen in the colours of the system', 4);
  for (let n = 0; n < 2; n++) await enrolByApi(await newPerson(), study);
});

const grounds = (what: Locator) =>
  what.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));

describe('forced colours of the operating system', () => {
  it('keep the fill of a session distinct from its bar, and the chosen segment distinct from the others', async () => {
    const page = await browser.open({ as: researcher, forcedColors: 'active' });
    await page.goto('/sessions/dashboard');
    await waitForDashboardTile(page, study.title, { fill: '2 / 4' });
    const part = page.locator('[data-tile]', { hasText: study.title }).locator('[data-part]');
    const [bar] = await grounds(part.first().locator('..'));
    expect((await grounds(part)).filter((one) => one === bar)).toEqual([]);

    const label = page.locator('.mantine-SegmentedControl-label');
    await see(label);
    const isChosen = await label.evaluateAll((all) => all.map((one) => 'active' in one.dataset));
    const ground = await grounds(label);
    const chosen = ground.filter((_, i) => isChosen[i]);
    const others = ground.filter((_, i) => !isChosen[i]);
    expect([chosen.length > 0, others.length > 0]).toEqual([true, true]);
    expect(others.filter((one) => chosen.includes(one))).toEqual([]);
  });
});
