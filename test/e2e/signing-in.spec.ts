import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/lib/processes/ports.mjs';
import { startOidcProvider, type TestProvider } from '../support/oidc-provider';
import { SamlIdp } from '../support/saml-idp';
import { seriousViolations, sticksOut } from './support/accessibility';
import { callApi, newPerson, signInByApi } from './support/api';
import { useBrowser } from './support/browser';
import { type OwnServer, startOwnServer } from './support/own-server';
import { demoAccounts, product } from './support/product';
import { errorOf, gone, see, seeHeading, seePath, seeText, signIn } from './support/see';

const browser = useBrowser();

let provider: TestProvider;
let server: OwnServer;
beforeAll(async () => {
  // The provider has to know where it sends people back to before the server is there.
  const port = await freePort();
  provider = await startOidcProvider({ redirectUri: `http://127.0.0.1:${port}/signin/callback` });
  server = await startOwnServer('own-sign-ins', {
    port,
    env: {
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      GOOGLE_ISSUER_URL: provider.issuer,
    },
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), provider.stop()]);
});

let made = 0;
/** Somebody at the provider. */
const atGoogle = (email: string, first: string) =>
  provider.signsIn({
    sub: `person-${process.pid}-${++made}`,
    email,
    email_verified: true,
    given_name: first,
    family_name: 'Google',
  });
const withGoogle = (page: Page) =>
  page.getByRole('button', { name: 'Continue with Google' }).click();
/** No barrier, and nothing cut off on a phone. */
async function looksRight(page: Page) {
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe('signing in with Google', () => {
  it('makes a participant at once, and leads back to the page that was asked for first', async () => {
    atGoogle('gina@google.test', 'Gina');
    const page = await browser.open({ origin: server.url });
    await page.goto('/history/participation?from=mail');
    await seePath(page, '/signin');
    await withGoogle(page);
    await seePath(page, '/history/participation?from=mail');
    await see(page.getByRole('button', { name: 'Hello, Gina' }));
    // The provider vouched for the address: nothing asks for its confirmation.
    expect(await page.getByRole('region', { name: 'About your account' }).isVisible()).toBe(false);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('flow_key');
  });

  it('asks for the password of an account with that address once, and then both ways work', async () => {
    const vera = await newPerson({ first_name: 'Vera' });
    atGoogle(vera.email, 'Vera');
    const page = await browser.open({ origin: server.url });
    await page.goto('/profile/#devices');
    await seePath(page, '/signin');
    await withGoogle(page);
    await seeHeading(page, 'You have an account here already');
    await looksRight(page);
    await page.getByLabel('Password', { exact: true }).fill(vera.password);
    await page.getByRole('button', { name: 'Sign in and link' }).click();
    await seePath(page, '/profile/');
    expect(new URL(page.url()).hash).toBe('#devices');
    const methods = page.getByRole('region', { name: 'Sign-in methods' });
    await see(methods.getByRole('button', { name: 'Unlink: Google' }));
    await looksRight(page);

    await page.goto('/logout');
    await seePath(page, '/');
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

  it('never takes the last way in away', async () => {
    atGoogle('lena@google.test', 'Lena');
    const page = await browser.open({ origin: server.url });
    await page.goto('/signin');
    await withGoogle(page);
    await seePath(page, '/home');
    await page.goto('/profile/#sign-in-methods');
    await seeText(page, /Your only way in/);
    expect(await page.getByRole('button', { name: 'Unlink: Google' }).count()).toBe(0);
  });

  it('takes nothing that was begun in another browser', async () => {
    atGoogle('mallory@google.test', 'Mallory');
    const page = await browser.open({ origin: server.url });
    await page.goto('/signin/callback?code=somebody-elses&state=somebody-elses');
    await seeText(page, /This sign-in was not begun in this tab/);
    expect(page.url()).toBe(`${server.url}/signin/callback`);
    expect(
      (await page.context().cookies()).some(({ name }) => name === 'ff_user_access_token'),
    ).toBe(false);
    await looksRight(page);
  });

  it('makes a researcher of somebody with an invitation, and asks for its code first', async () => {
    atGoogle('rudi@google.test', 'Rudi');
    const page = await browser.open({ origin: server.url });
    await page.goto('/signup');
    await page.getByRole('radio', { name: /I run studies/ }).click();
    await page.getByRole('button', { name: 'Sign up with Google' }).click();
    expect(await errorOf(page, 'Invitation code')).toContain('Fill this in');
    await page.getByLabel('Invitation code').fill(product().invitation);
    await page.getByRole('button', { name: 'Sign up with Google' }).click();
    await seePath(page, '/experiments');
    await see(page.getByRole('button', { name: 'Hello, Rudi' }));
  });

  it('is not offered by a server that is not set up for it', async () => {
    const page = await browser.open();
    await page.goto('/signin');
    await seeHeading(page, 'Sign in');
    await see(page.getByRole('button', { name: 'Sign in', exact: true }));
    expect(await page.getByRole('button', { name: /Google|Microsoft|ORCID/ }).count()).toBe(0);
  });
});

describe('signing in with an organization', () => {
  let idp: Server;
  const domain = `uni-${process.pid}.test`;
  let who = 'grace';
  beforeAll(async () => {
    const metadata = await (await fetch(`${server.url}/api/saml/metadata/`)).text();
    idp = createServer();
    await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve));
    const uni = new SamlIdp(`http://127.0.0.1:${(idp.address() as AddressInfo).port}`);
    // The organization's own page: it knows who sits there since an hour, asks again when it is
    // asked to, and posts its answer.
    idp.on('request', (request, response) => {
      const answer = async () => {
        const asked = await uni.asked(`${uni.entityId}${request.url}`, metadata);
        const said = await uni.answer(asked, metadata, {
          nameId: who,
          attributes: {
            mail: `${who}@${domain}`,
            givenName: `${who[0]?.toUpperCase()}${who.slice(1)}`,
            sn: 'Hopper',
          },
          authenticatedAt: new Date(Date.now() - (asked.forced ? 0 : 3_600_000)),
        });
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<form method="post" action="${asked.acs}">` +
              `<input name="SAMLResponse" value="${said.SAMLResponse}">` +
              `<input name="RelayState" value="${said.RelayState}">` +
              `</form><script>document.forms[0].submit()</script>`,
          );
      };
      answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    const administrator = await signInByApi(demoAccounts.administrator);
    await callApi('POST', '/api/saml/connections/', {
      token: administrator.token,
      body: {
        organization: 'University of Somewhere',
        domains: [domain],
        metadata_xml: uni.metadata(),
        enabled: true,
      },
    });
  });
  afterAll(() => {
    idp.close();
    idp.closeAllConnections();
  });

  it('leads over the page of the organization and back to what was asked for, remembered where one wished so', async () => {
    const page = await browser.open({ origin: server.url });
    await page.goto('/history/participation');
    await seePath(page, '/signin');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    expect(await errorOf(page, 'Email')).toContain('Fill this in');
    await page.getByLabel('Email', { exact: true }).fill('grace@nowhere.test');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await seeText(
      page,
      'No organization with this email domain is set up for single sign-on here.',
    );
    await page.getByLabel('Email', { exact: true }).fill(`grace@${domain}`);
    await page.getByRole('checkbox', { name: 'Remember me for 30 days' }).check();
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await seePath(page, '/history/participation');
    await see(page.getByRole('button', { name: 'Hello, Grace' }));
    const token = (await page.context().cookies()).find(
      ({ name }) => name === 'ff_user_access_token',
    );
    expect(token?.expires ?? 0).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  });

  it('has the organization ask again before a change of how one signs in', async () => {
    who = 'ruth';
    const page = await browser.open({ origin: server.url });
    await page.goto('/signup');
    await page.getByRole('radio', { name: /I run studies/ }).click();
    await page.getByLabel('Invitation code').fill(product().invitation);
    await page.getByLabel('Email', { exact: true }).fill(`ruth@${domain}`);
    await page.getByRole('button', { name: 'Sign up with your organization' }).click();
    await see(page.getByRole('button', { name: 'Hello, Ruth' }));
    await page.goto('/profile/#second-factor');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in again' }).click();
    await seePath(page, '/signin');
    await page.getByLabel('Email', { exact: true }).fill(`ruth@${domain}`);
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await seePath(page, '/profile/');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await see(
      page.getByRole('dialog').getByRole('img', { name: 'QR code for your authenticator app' }),
    );
    who = 'grace';
  });

  it('refuses a sign-on that another browser began, before its code is used', async () => {
    const [page, other] = [
      await browser.open({ origin: server.url }),
      await browser.open({ origin: server.url }),
    ];
    await other.route('**/signin/sso?**', (route) => route.abort());
    await other.goto('/signin');
    await other.getByLabel('Email', { exact: true }).fill(`grace@${domain}`);
    const came = other.waitForRequest(
      (request) => new URL(request.url()).pathname === '/signin/sso',
    );
    await other.getByRole('button', { name: 'Sign in with your organization' }).click();
    const { search } = new URL((await came).url());
    const redeemed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/saml/redeem/')) redeemed.push(request.url());
    });
    await page.goto(`/signin/sso${search}`);
    await seeText(page, /This sign-in was not begun in this tab/);
    expect(redeemed).toEqual([]);
  });
});

describe('the tabs of one browser', () => {
  it('learn at once that somebody signed in or out in one of them', async () => {
    const nele = await newPerson({ first_name: 'Nele' });
    const page = await browser.open();
    await page.goto('/signin');
    const tab = await page.context().newPage();
    await tab.goto('/pricing');
    await see(tab.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await signIn(page, nele.email, nele.password);
    await see(tab.getByRole('button', { name: 'Hello, Nele' }));
    await tab.goto('/history/participation');
    await seeHeading(tab, 'History');
    await page.goto('/logout');
    await gone(tab.getByRole('button', { name: 'Hello, Nele' }));
    await seePath(tab, '/signin');
  });
});

describe('choosing a password', () => {
  it('is advised on, by words that are loaded only then, and never stopped by the advice', async () => {
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
