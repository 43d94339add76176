import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { type SeparateServer, startSeparateServer } from '../support/own-server';
import { see, seeHeading, waitForPath, seeText, signIn } from '../support/see';

const browser = useBrowser();

// Passkeys need a host name: this server uses localhost instead of an IP address.
let server: SeparateServer;
beforeAll(async () => {
  server = await startSeparateServer('own-second-factor', { host: 'localhost' });
});
afterAll(() => server.stop());

const researcher = (first_name: string) => newPerson({ first_name, is_researcher: true });
const factors = (page: Page) => page.getByRole('region', { name: 'Second factor' });
/**
 * Returns the code that the authenticator app shows. The server accepts each code only once, so a
 * test may need the code of a later time.
 * @param later how many seconds after now
 */
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later });

/** Sets up an authenticator app. @param look checks the page when a dialog is open */
async function setUpApp(
  page: Page,
  look: () => Promise<void> = async () => {},
): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile/#second-factor');
  await factors(page).getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await see(dialog.getByRole('img', { name: 'QR code for your authenticator app' }));
  await look();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  await dialog.getByLabel('Code that the app shows now').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const kept = page.getByRole('dialog', { name: 'Recovery codes' });
  await see(kept.getByRole('list', { name: 'Recovery codes' }));
  await look();
  const codes = await kept.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await kept.getByRole('button', { name: 'I have kept them' }).click();
  await see(factors(page).getByText('10 codes left'));
  return { secret, codes };
}

async function out(page: Page) {
  await page.goto('/logout');
  await waitForPath(page, '/');
}
async function firstFactor(page: Page, person: Person, path = '/sessions/dashboard') {
  await page.goto(path);
  await waitForPath(page, '/signin');
  await signIn(page, person.email, person.password);
  await seeHeading(page, 'Confirm that it is you');
}

/** Adds a virtual security key that approves every request (Chrome DevTools Protocol, WebAuthn). */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('code of an authenticator app', () => {
  it('is requested after the password, and then opens the page that was requested first', async () => {
    const rosa = await researcher('Rosa');
    const page = await browser.open({ as: rosa, origin: server.url });
    const { secret } = await setUpApp(page, async () => {
      expect(await seriousViolations(page)).toEqual([]);
    });
    await out(page);
    await firstFactor(page, rosa, '/sessions/dashboard?from=mail');
    expect(
      (await page.context().cookies()).some(
        ({ name, value }) => name === 'ff_user_access_token' && value,
      ),
    ).toBe(false);
    await eventually(
      () => page.evaluate('document.activeElement.autocomplete'),
      (kind) => kind === 'one-time-code',
    );
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    // The page refuses a wrong code. The set-up has already used the present code, so the test
    // enters the next one.
    await page.getByLabel('Code from your app').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await seeText(page, 'This code is wrong, or was used before.');
    await page.getByLabel('Code from your app').fill(codeOf(secret, 30));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await waitForPath(page, '/sessions/dashboard?from=mail');
    await page.goto('/profile/#devices');
    await see(
      page.getByRole('region', { name: 'Where you are signed in' }).getByText('Second factor'),
    );
  });

  it('can be replaced by a recovery code, which works once', async () => {
    const rike = await researcher('Rike');
    const page = await browser.open({ as: rike, origin: server.url });
    const {
      codes: [first = '', second = ''],
    } = await setUpApp(page);
    await out(page);
    const recover = async (code: string) => {
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
    };
    await firstFactor(page, rike);
    await recover(first);
    await waitForPath(page, '/sessions/dashboard');
    await out(page);
    await firstFactor(page, rike);
    await recover(first);
    await seeText(page, 'This code is wrong, or was used before.');
    await page.getByLabel('Recovery code').fill(second);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await waitForPath(page, '/sessions/dashboard');
    await page.goto('/profile/#second-factor');
    await see(factors(page).getByText('8 codes left'));
    await factors(page).getByRole('button', { name: 'Remove: Authenticator app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click();
    await see(factors(page).getByText('Off', { exact: true }));
    await out(page);
    await page.goto('/signin');
    await signIn(page, rike.email, rike.password);
    await waitForPath(page, '/experiments');
  });
});

describe('passkey of a person', () => {
  it('is added with a name, and confirms a sign-in', async () => {
    const ronja = await researcher('Ronja');
    const page = await browser.open({ as: ronja, origin: server.url });
    await withAuthenticator(page);
    await page.goto('/profile/#second-factor');
    await factors(page).getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The key on my desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await see(factors(page).getByText('The key on my desk'));
    expect(await seriousViolations(page)).toEqual([]);

    // The browser itself refuses to add the same key twice.
    await factors(page).getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Once more');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await seeText(page, 'This device has a passkey for your account already.');
    await page.keyboard.press('Escape');

    await page.evaluate("document.cookie = 'ff_user_access_token=; Path=/; Max-Age=0'");
    await firstFactor(page, ronja);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await waitForPath(page, '/sessions/dashboard');
    await page.goto('/profile/#second-factor');
    await see(factors(page).getByText(/last used/));

    await factors(page).getByRole('button', { name: 'Remove: The key on my desk' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click();
    await see(factors(page).getByText('Off', { exact: true }));
    expect(await callApi('GET', '/api/security/', { token: ronja.token })).toMatchObject({
      passkeys: [],
      totp: false,
    });
  });
});
