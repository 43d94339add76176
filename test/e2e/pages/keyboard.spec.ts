/** @lane slow: opens many pages */
import { demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { expectFocus, hasFocus, tabToAndPress, tabTo } from '../support/keyboard';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

describe('in participation and on the dashboard, with the keyboard alone,', () => {
  it('a participant finds a study, reads the consent form, enrols and withdraws', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Keys and rhythms', 4);
    const page = await browser.open({ as: await newPerson({ first_name: 'Paul' }) });
    await page.goto('/home');
    await see(page.getByRole('link', { name: study.title }));
    await page.keyboard.press('Tab');
    await hasFocus(page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('/');
    await hasFocus(page.getByLabel('Search studies'));
    await page.keyboard.type('rhythms');
    await waitUntilHidden(page.getByRole('link', { name: /How many faces/ }));
    await tabToAndPress(page, page.getByRole('link', { name: study.title }));
    await waitForPath(page, `/study/details/${study.study_id}`);
    await hasFocus(page.getByRole('heading', { level: 1, name: study.title }));

    const enrol = page.getByRole('button', { name: 'Enroll now' });
    await see(enrol);
    await tabTo(page, enrol);
    await page.keyboard.press('Enter');
    await seeText(page, 'Words, and what they remind you of.');
    await hasFocus(page.getByRole('heading', { level: 1 }));
    await tabToAndPress(page, page.getByRole('link', { name: 'Not now' }));
    await waitForPath(page, `/study/details/${study.study_id}`);

    await tabTo(page, enrol);
    await page.keyboard.press('Enter');
    await seeText(page, 'Words, and what they remind you of.');
    await tabTo(page, page.getByRole('checkbox', { name: /I have read this form/ }));
    await page.keyboard.press('Space');
    await tabToAndPress(page, page.getByRole('button', { name: 'Agree and enroll' }));
    await seeHeading(page, 'You are enrolled');
    await expectFocus(page, 'enrolling');
    await tabToAndPress(page, page.getByRole('button', { name: 'Start' }));
    await seeHeading(page, 'You are taking part');
    await expectFocus(page, 'starting');
    await tabToAndPress(page, page.getByRole('button', { name: 'I have finished' }));
    await waitUntilHidden(page.getByRole('button', { name: 'I have finished' }));
    await expectFocus(page, 'finishing');
    await page.goto('/history/participation');
    await tabToAndPress(page, page.getByRole('tab', { name: /Past/ }));
  });

  it('a participant withdraws, and can enrol again', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Keys that change their mind', 4);
    const person = await newPerson({ first_name: 'Vera' });
    await enrolByApi(person, study);
    const page = await browser.open({ as: person });
    await page.goto(`/study/details/${study.study_id}`);
    await tabToAndPress(page, page.getByRole('button', { name: 'Withdraw' }));
    await see(page.getByRole('button', { name: 'Enroll now' }));
    await expectFocus(page, 'withdrawing');
  });
});
