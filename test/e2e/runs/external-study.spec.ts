import { startDemoStudySite } from '../../../scripts/lib/demo/demo-study-site.mjs';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, enrolByApi, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts, demoPassword, runningProduct } from '../support/product';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

/** The demo's external study on another origin, which behaves like a survey tool. */
let site: { url: string; stop: () => Promise<void> };
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
  site = await startDemoStudySite(0, {
    web: runningProduct().url,
    api: runningProduct().url,
    researcher: { email: demoAccounts.researcher, password: demoPassword },
  });
});
afterAll(() => site.stop());

/** Enrols a new participant in a study at the external website, and opens the study's page. */
async function enrolled(title: string, width = 1280, more = {}) {
  const runtime = { kind: 'external', url: site.url };
  const study = await recruit(researcher, title, 5, 'catalogue', runtime, more);
  const person = await newPerson();
  await enrolByApi(person, study);
  const page = await browser.open({ as: person, viewport: { width, height: 900 } });
  await page.goto(`/study/details/${study.study_id}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  return { study, person, page };
}
/** Opens the external study, and answers it. @returns the page that follows */
async function answer(
  page: Awaited<ReturnType<typeof enrolled>>['page'],
  what: string,
  way: string,
) {
  const [outside] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the study' }).click(),
  ]);
  await outside.getByLabel(what).check();
  await outside.getByLabel(way).check();
  await outside.getByRole('button', { name: 'Finish' }).click();
  return outside;
}

describe('study at another website', () => {
  it('completes a participation when the participant returns, without a click', async () => {
    const { study, page } = await enrolled('Naps of the week', 1280, {
      privacy_level: 'roster_on_start',
    });
    await see(page.getByRole('link', { name: 'Open the study' }));
    await waitUntilHidden(page.getByRole('button', { name: 'I have finished' }));
    expect(await seriousViolations(page)).toEqual([]);
    const outside = await answer(page, 'I have answered everything', 'Go back by itself');
    await seeHeading(outside, 'Done. Thank you for taking part');
    await seeText(outside, 'Naps of the week');
    expect(await seriousViolations(outside)).toEqual([]);
    await outside.reload();
    await seeText(outside, 'We knew that already');
    await page.reload();
    await seeHeading(page, 'Done. Thank you for taking part');

    const desk = await browser.open({ as: researcher });
    await desk.goto(`/experiments/details/${study.study_id}?tab=sessions`);
    await desk.getByRole('link', { name: 'Returns of the external study' }).click();
    await seeHeading(desk, 'Return from the external study');
    await see(desk.getByRole('cell', { name: 'Taken in', exact: true }));
    await see(desk.getByRole('cell', { name: 'Known already', exact: true }));
    expect(await seriousViolations(desk)).toEqual([]);
  });

  it('shows its researchers only on the next day that participants of an anonymous session have returned', async () => {
    const { study, page } = await enrolled('Naps of nobody');
    const outside = await answer(page, 'I have answered everything', 'Go back by itself');
    await seeHeading(outside, 'Done. Thank you for taking part');
    const desk = await browser.open({ as: researcher });
    await desk.goto(`/sessions/${study.session_id}/external`);
    await seeText(desk, 'Returns of participants from today appear tomorrow');
    await seeText(desk, 'Nothing has arrived yet');
    expect(await seriousViolations(desk)).toEqual([]);
  });

  it('ends with a code, which its participant enters in the history on a phone', async () => {
    const { page } = await enrolled('Naps of the month', 360);
    const outside = await answer(page, 'I have answered everything', 'Show a code');
    const code = await outside.locator('strong').textContent();
    await page.goto('/history/participation');
    const field = page.getByLabel('Code that the study shows at its end');
    await field.fill('NONSENSE');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await seeText(page, 'This is no code of this study.');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);
    await field.fill(code ?? '');
    await page.keyboard.press('Enter');
    await seeText(page, 'is done. The researchers review it');
  });

  it('reports screened-out participants, whether they return or not', async () => {
    const { person, page } = await enrolled('Naps of the year');
    const outside = await answer(page, 'I never do this', 'Report, and stay here');
    await seeText(outside, 'Commonlab answered: done.');
    const { items } = await callApi<{ items: { state: string }[] }>('GET', '/api/participations/', {
      token: person.token,
    });
    expect(items).toMatchObject([{ state: 'screened_out' }]);
  });

  it('shows an explanation and changes nothing when the return address is invalid', async () => {
    const { study, person } = await enrolled('Naps of the century');
    const page = await browser.open({ as: person, viewport: { width: 360, height: 800 } });
    const participant = 'a'.repeat(32);
    await page.goto(
      `/external/return?session=${study.session_id}&participant=${participant}&outcome=completed&signature=${'0'.repeat(64)}`,
    );
    await seeHeading(page, 'This way back does not fit');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('link', { name: 'To your history' }).click();
    await see(page.getByRole('link', { name: 'Open the study' }));
    await page.goto('/external/return?session={session}');
    await seeHeading(page, 'Something is missing in this address');
  });
});
