import { notesRuntime, callApi, demoPerson, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { fieldErrorOf, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

/** Makes a recruiting study for adults; people without a date of birth are not eligible. */
async function studyForAdults(researcher: Person): Promise<string> {
  const call = <T = { _id: string }>(method: string, path: string, body: object) =>
    callApi<T>(method, path, { token: researcher.token, body });
  const { _id } = await call('POST', '/api/studies/', {
    title: 'For people from 18 to 99',
    description: 'Look at words.',
    duration_minutes: 10,
    runtime: notesRuntime,
    privacy_level: 'anonymous',
    eligibility: [{ filter: 'age', range: { lower: 18, upper: 99 } }],
  });
  await call('PUT', `/api/studies/${_id}/consent/`, {
    title: 'Consent form',
    body_markdown: 'Words.',
  });
  const session = await call('POST', `/api/studies/${_id}/sessions/`, { capacity: 5 });
  await call('PUT', `/api/sessions/${session._id}/`, { state: 'active' });
  return _id;
}

describe('demographics page', () => {
  it('is linked from a study that needs an answer, links back to it, and the answer makes the study available', async () => {
    const study = await studyForAdults(await demoPerson('researcher'));
    const page = await browser.open({
      as: await newPerson({ first_name: 'Dora' }),
      reducedMotion: 'reduce',
    });
    await page.goto(`/study/details/${study}`);
    await see(page.getByRole('button', { name: 'Not eligible' }));
    await page.getByRole('link', { name: 'Answer under My Profile: date of birth' }).click();
    await seeHeading(page, 'My Profile');
    // The question that the study needs has the focus.
    await see(page.locator('input[name=date_of_birth]:focus'));
    await seeText(page, /Researchers never see these answers/);
    await page.getByLabel('Date of birth', { exact: true }).fill('1994-03-30');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('link', { name: 'Back to the study' }).click();
    await waitForPath(page, `/study/details/${study}`);
    await see(page.getByRole('button', { name: 'Enroll now' }));
  });

  it('is reachable from the menu, takes a date from a calendar, saves answers and removes them', async () => {
    const page = await browser.open({
      as: await newPerson({ first_name: 'Dirk' }),
      reducedMotion: 'reduce',
    });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Participate' }).click();
    await page.getByRole('menuitem', { name: 'My Profile' }).click();
    await waitForPath(page, '/demographics/');
    await page.getByLabel('Date of birth', { exact: true }).fill('2999-01-01');
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await fieldErrorOf(page, 'Date of birth')).toContain('A birthday is before today');

    await page.getByLabel('Date of birth', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Pick your date of birth' }).click();
    await page.getByRole('button', { name: 'Previous ten years' }).click();
    await page.getByRole('button', { name: '1989', exact: true }).click();
    await page.getByRole('button', { name: 'Nov', exact: true }).click();
    await page.getByRole('button', { name: '9 November 1989', exact: true }).click();
    await page.getByLabel('Education', { exact: true }).selectOption({ label: 'Doctorate' });
    await page.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByLabel('Phone', { exact: true }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeText(page, 'Saved');

    await page.reload();
    await see(page.getByRole('button', { name: 'Clear this answer: Date of birth' }));
    expect(await page.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('1989-11-09');
    await page.getByRole('button', { name: 'Clear this answer: Date of birth' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeText(page, 'Saved');
    await page.reload();
    await see(page.getByRole('button', { name: 'Clear this answer: Education' }));
    expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Germany');
    expect(await page.getByLabel('Phone', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('');
  });
});
