import { eventually } from '../support/wait';
import { newPerson, recruit, signInByApi } from './support/api';
import { useBrowser } from './support/browser';
import { demoAccounts } from './support/product';
import { gone, see, seeHeading, seePath, seeText } from './support/see';
import type { Locator, Page } from 'playwright-core';

const browser = useBrowser();

const hasFocus = (what: Locator) =>
  eventually(
    () => what.evaluate((element) => element === element.ownerDocument.activeElement),
    Boolean,
  );

/** Presses the tab key until the element has the focus. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key never reached ${what.toString()}`);
}

describe('with the keyboard alone', () => {
  it('somebody finds a study, reads the consent form, enrols and withdraws', async () => {
    const researcher = await signInByApi(demoAccounts.researcher);
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
    await gone(page.getByRole('link', { name: /How many faces/ }));
    await tabTo(page, page.getByRole('link', { name: study.title }));
    await page.keyboard.press('Enter');
    await seePath(page, `/study/details/${study.study_id}`);

    const enrol = page.getByRole('button', { name: 'Enroll now' });
    await see(enrol);
    await tabTo(page, enrol);
    await page.keyboard.press('Enter');
    await seeText(page, 'Words, and what they remind you of.');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await hasFocus(enrol);

    await page.keyboard.press('Enter');
    await seeText(page, 'Words, and what they remind you of.');
    await tabTo(page, page.getByRole('checkbox', { name: /I have read this form/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Agree and enroll' }));
    await page.keyboard.press('Enter');
    await seeHeading(page, 'You are enrolled');
    await tabTo(page, page.getByRole('button', { name: 'Withdraw' }));
    await page.keyboard.press('Enter');
    await see(enrol);
  });

  it('a researcher walks from tile to tile by the arrows', async () => {
    const researcher = await signInByApi(demoAccounts.researcher);
    await recruit(researcher, 'First of two tiles', 2);
    await recruit(researcher, 'Second of two tiles', 2);
    const page = await browser.open({ as: researcher });
    await page.goto('/sessions/dashboard');
    const tiles = page.locator('[data-tile]');
    await see(tiles.nth(1));
    await tiles.nth(0).focus();
    await page.keyboard.press('ArrowRight');
    await hasFocus(tiles.nth(1));
    await page.keyboard.press('ArrowLeft');
    await hasFocus(tiles.nth(0));
  });
});
