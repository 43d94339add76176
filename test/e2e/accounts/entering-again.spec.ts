import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/accessibility';
import { newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { linkInMail, waitForMail } from '../support/inbox';
import { useServerWithGoogle } from '../support/google-server';
import { see, seeHeading, waitForPath, seeText, signIn } from '../support/see';

const browser = useBrowser();

const google = useServerWithGoogle('own-entering-again');

let made = 0;
const atGoogle = (email: string, email_verified = true) =>
  google.provider.signsIn({
    sub: `again-${process.pid}-${++made}`,
    email,
    email_verified,
    given_name: 'Gaby',
    family_name: 'Google',
  });
const withGoogle = (page: Page) =>
  page.getByRole('button', { name: 'Continue with Google' }).click();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('account created with Google whose address is not verified', () => {
  it('is confirmed by the link in the email plus a sign-in with Google, also on a different device', async () => {
    const email = `gaby-${process.pid}@unproven.test`;
    atGoogle(email, false);
    const laptop = await browser.open({ origin: google.url });
    await laptop.goto('/signin');
    await withGoogle(laptop);
    await waitForPath(laptop, '/home');
    await seeText(laptop, /You must verify your email/);

    const mail = await waitForMail(email, /^Confirm your email address$/);
    expect(mail.text.replace(/\s+/g, ' ')).toContain('sign in with that same Google account');
    const { pathname, search } = new URL(linkInMail(mail, '/verify'));
    const phone = await browser.open({ origin: google.url, viewport: { width: 390, height: 800 } });
    await phone.goto(pathname + search);
    await phone.getByRole('button', { name: 'Confirm my address' }).click();
    await seeHeading(phone, 'Sign in to confirm your address');
    expect(await seriousViolations(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Sign in with Google' }).click();
    await seeHeading(phone, 'Your email is verified');
    await waitForPath(phone, '/verify');
    expect(await phone.evaluate('JSON.stringify(sessionStorage)')).not.toContain(
      search.slice('?key='.length),
    );
    // The laptop learns of the verification without a reload.
    await laptop.getByText(/You must verify your email/).waitFor({ state: 'hidden' });
  });
});

describe('changing the sign-in methods', () => {
  it('requires a new sign-in when the Google session is old, and Google then authenticates the person again', async () => {
    const vroni = await newPerson({ first_name: 'Vroni' });
    atGoogle(vroni.email);
    const first = await browser.open({ origin: google.url });
    await first.goto('/signin');
    await withGoogle(first);
    await seeHeading(first, 'You have an account here already');
    await first.getByLabel('Password', { exact: true }).fill(vroni.password);
    await first.getByRole('button', { name: 'Sign in and link' }).click();
    await waitForPath(first, '/home');

    google.provider.signsInAt(minutesAgo(20));
    const page = await browser.open({ origin: google.url });
    await page.goto('/profile/#sign-in-methods');
    await withGoogle(page);
    const methods = page.getByRole('region', { name: 'Sign-in methods' });
    await methods.getByRole('button', { name: 'Unlink: Google' }).click();
    await seeText(page, 'Sign in again to change this');
    google.provider.signsInAt(undefined);
    await methods.getByRole('link', { name: 'Sign in again' }).click();
    await waitForPath(page, '/signin');
    const asked = page.waitForRequest((request) => request.url().startsWith(google.provider.url));
    await withGoogle(page);
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    await methods.getByRole('button', { name: 'Unlink: Google' }).click();
    await see(methods.getByRole('button', { name: 'Link: Google' }));
  });
});

it('the language that a person chose while signed in is used at the next sign-in in another browser', async () => {
  const lina = await newPerson({ first_name: 'Lina' });
  const page = await browser.open({ as: lina });
  await page.goto('/home');
  const written = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      new URL(answer.url()).pathname === '/api/users/profile/',
  );
  await page.getByRole('contentinfo').getByLabel('Language').selectOption({ label: 'Deutsch' });
  expect((await written).status()).toBe(200);
  const other = await browser.open();
  await other.goto('/signin');
  await signIn(other, lina.email, lina.password);
  await waitForPath(other, '/home');
  await see(other.getByRole('button', { name: /^Hallo,? Lina/ }));
});
