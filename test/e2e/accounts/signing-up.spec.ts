import { runningProduct, demoPassword } from '../support/product';
import { useBrowser } from '../support/browser';
import { recruit, signInByApi } from '../support/api';
import { linkInMail, waitForMail } from '../support/inbox';
import { fieldErrorOf, see, seeHeading, waitForPath, seeText } from '../support/see';
import type { Page } from 'playwright-core';

const browser = useBrowser();

async function fill(
  page: Page,
  {
    first,
    last,
    email,
    password = demoPassword,
    again = password,
  }: { first: string; last: string; email: string; password?: string; again?: string },
) {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(again);
}
/** Opens the link of the mail and presses the button; opening alone does not use up the key. */
async function verify(page: Page, link: string) {
  await page.goto(link);
  await seeHeading(page, 'Confirm your email address');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
}
const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

describe('sign-up of a person', () => {
  it('takes a visitor from the first page through the confirmation email to the studies, as a participant', async () => {
    const page = await browser.open({ cookiesAccepted: false });
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Take part' }).first().click();
    await waitForPath(page, '/signup');
    await fill(page, { first: 'Nora', last: 'Neumann', email: 'nora@signup.test' });
    await submit(page);
    await seeHeading(page, 'Check your inbox');
    await seeText(page, 'nora@signup.test');

    const link = linkInMail(
      await waitForMail('nora@signup.test', /^Confirm your email address$/),
      '/verify',
    );
    // A mail scanner that only opens the link confirms nothing.
    const scanner = await browser.open();
    await scanner.goto(link);
    await seeHeading(scanner, 'Confirm your email address');
    await verify(page, link);
    await seeHeading(page, 'Your email is verified');
    expect(page.url()).not.toContain('key=');
    await page.getByRole('main').getByRole('link', { name: 'Find a study' }).click();
    await waitForPath(page, '/home');
    await see(page.getByRole('button', { name: 'Hello, Nora' }));
    expect(await page.getByRole('region', { name: 'About your account' }).isVisible()).toBe(false);
  });

  it('accepts the key of a verification email once', async () => {
    const page = await browser.open();
    await page.goto('/signup');
    await fill(page, { first: 'Omar', last: 'Ortiz', email: 'omar@signup.test' });
    await submit(page);
    const link = linkInMail(
      await waitForMail('omar@signup.test', /^Confirm your email address$/),
      '/verify',
    );
    // If the link is opened in another browser, the person is signed in neither there nor in the
    // first browser.
    const elsewhere = await browser.open();
    await verify(elsewhere, link);
    await seeHeading(elsewhere, 'Your email is verified');
    await see(elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }));
    await verify(page, link);
    await seeHeading(page, 'Your email is already verified');
    await seeText(page, /This link was used before/);
  });

  it('keeps the study a visitor came for, with its private link, through sign-up, email and a second tab', async () => {
    const researcher = await signInByApi('researcher@demo.test', demoPassword);
    const { study_id, link_key } = await recruit(researcher, 'By private link', 2, 'link');
    const study = `/study/details/${study_id}?link=${link_key}`;
    const page = await browser.open();
    await page.goto(study);
    await page.getByRole('button', { name: 'Create your account' }).click();
    await waitForPath(page, '/signup?role=participant');
    await fill(page, { first: 'Quinn', last: 'Quist', email: 'quinn@signup.test' });
    await submit(page);
    await seeHeading(page, 'Check your inbox');
    await seeText(page, 'Go on with the study that you came for.');
    const tab = await page.context().newPage();
    await verify(
      tab,
      linkInMail(await waitForMail('quinn@signup.test', /^Confirm your email address$/), '/verify'),
    );
    for (const one of [tab, page]) {
      await waitForPath(one, study);
      await see(one.getByRole('button', { name: 'Enroll now' }));
    }
  });

  it('requires an invitation code from researchers, shows an error at its field if it is wrong, and accepts a valid one', async () => {
    const page = await browser.open();
    await page.goto('/signup');
    expect(await page.getByLabel('Invitation code').count()).toBe(0);
    await page.getByRole('radio', { name: /I run studies/ }).click();
    await fill(page, { first: 'Rosa', last: 'Ricci', email: 'rosa@signup.test' });
    await page.getByLabel('Invitation code').fill('WRNG-CODE-2222');
    await submit(page);
    expect(await fieldErrorOf(page, 'Invitation code')).toContain(
      'This invitation code is not valid.',
    );
    await page.getByLabel('Invitation code').fill(runningProduct().invitation);
    await submit(page);
    await seeHeading(page, 'Check your inbox');

    await verify(
      page,
      linkInMail(await waitForMail('rosa@signup.test', /^Confirm your email address$/), '/verify'),
    );
    await seeHeading(page, 'Your email is verified');
    // The researcher can request the review now or later.
    await see(page.getByRole('combobox', { name: 'Organization' }));
    await see(page.getByRole('button', { name: 'Ask for a review' }));
    await page.getByRole('main').getByRole('link', { name: 'Later: go to your studies' }).click();
    await waitForPath(page, '/experiments');
    await seeText(
      page,
      'Tell us your affiliation and interests, so that we can review your researcher identity.',
    );
  });
});

describe('password advice at the sign-up', () => {
  it('loads its word lists only when a password is typed, and never prevents a sign-up', async () => {
    const page = await browser.open();
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (/password-texts/.test(request.url())) loaded.push(request.url());
    });
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Augusta');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email', { exact: true }).fill('augusta@advice.test');
    expect(loaded).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('Password1!');
    await seeText(page, /Attackers know this password/);
    await page.getByLabel('Password', { exact: true }).fill('Lovelace1815!');
    await seeText(page, /close to your name or your address/);
    expect(loaded).toHaveLength(1);
    await page.getByLabel('Password again').fill('Lovelace1815!');
    await page.getByRole('button', { name: 'Create account' }).click();
    await seeHeading(page, 'Check your inbox');
  });
});
