import type { Page } from 'playwright-core';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { useServerWithGoogle } from '../support/google-server';
import { runningProduct } from '../support/product';
import { fieldErrorOf, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

const google = useServerWithGoogle('own-sign-ins');

let made = 0;
/** Sets the person that the provider signs in next. */
const atGoogle = (email: string, first: string) =>
  google.provider.signsIn({
    sub: `person-${process.pid}-${++made}`,
    email,
    email_verified: true,
    given_name: first,
    family_name: 'Google',
  });
const withGoogle = (page: Page) =>
  page.getByRole('button', { name: 'Continue with Google' }).click();
/**
 * Checks that the page has no serious accessibility violation, and nothing wider than the screen of
 * a phone.
 */
async function looksRight(page: Page) {
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await horizontalOverflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe('sign-in with Google', () => {
  it('creates a participant, and opens the page that was requested first', async () => {
    atGoogle('gina@google.test', 'Gina');
    const page = await browser.open({ origin: google.url });
    await page.goto('/history/participation?from=mail');
    await waitForPath(page, '/signin');
    await withGoogle(page);
    await waitForPath(page, '/history/participation?from=mail');
    await see(page.getByRole('button', { name: 'Hello, Gina' }));
    // Google has verified the address, so no banner asks the person to confirm it.
    expect(await page.getByRole('region', { name: 'About your account' }).isVisible()).toBe(false);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('flow_key');
  });

  it('asks once for the password of an existing account with the same address; afterwards both ways to sign in work', async () => {
    const vera = await newPerson({ first_name: 'Vera' });
    atGoogle(vera.email, 'Vera');
    const page = await browser.open({ origin: google.url });
    await page.goto('/profile/#devices');
    await waitForPath(page, '/signin');
    await withGoogle(page);
    await seeHeading(page, 'You have an account here already');
    await looksRight(page);
    await page.getByLabel('Password', { exact: true }).fill(vera.password);
    await page.getByRole('button', { name: 'Sign in and link' }).click();
    await waitForPath(page, '/profile/');
    expect(new URL(page.url()).hash).toBe('#devices');
    const methods = page.getByRole('region', { name: 'Sign-in methods' });
    await see(methods.getByRole('button', { name: 'Unlink: Google' }));
    await looksRight(page);

    await page.goto('/logout');
    await waitForPath(page, '/');
    await page.goto('/signin');
    await withGoogle(page);
    await see(page.getByRole('button', { name: 'Hello, Vera' }));

    await page.goto('/profile/#sign-in-methods');
    await methods.getByRole('button', { name: 'Unlink: Google' }).click();
    await see(methods.getByRole('button', { name: 'Link: Google' }));
    await methods.getByRole('button', { name: 'Link: Google' }).click();
    await see(methods.getByRole('button', { name: 'Unlink: Google' }));
    expect(new URL(page.url()).hash).toBe('#sign-in-methods');
  });

  it('is refused in a browser other than the one in which it began', async () => {
    atGoogle('mallory@google.test', 'Mallory');
    const page = await browser.open({ origin: google.url });
    await page.goto('/signin/callback?code=somebody-elses&state=somebody-elses');
    await seeText(page, /This sign-in was not begun in this tab/);
    expect(page.url()).toBe(`${google.url}/signin/callback`);
    expect(
      (await page.context().cookies()).some(({ name }) => name === 'ff_user_access_token'),
    ).toBe(false);
    await looksRight(page);
  });

  it('creates a researcher for a person with an invitation, and asks for the invitation code first', async () => {
    atGoogle('rudi@google.test', 'Rudi');
    const page = await browser.open({ origin: google.url });
    await page.goto('/signup');
    await page.getByRole('radio', { name: /I run studies/ }).click();
    await page.getByRole('button', { name: 'Sign up with Google' }).click();
    expect(await fieldErrorOf(page, 'Invitation code')).toContain('Fill this in');
    await page.getByLabel('Invitation code').fill(runningProduct().invitation);
    await page.getByRole('button', { name: 'Sign up with Google' }).click();
    await waitForPath(page, '/experiments');
    await see(page.getByRole('button', { name: 'Hello, Rudi' }));
  });
});
