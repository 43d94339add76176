import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SamlIdp } from '../../support/sign-in/saml-idp';
import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { runningProduct } from '../support/product';
import { fieldErrorOf, see, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

describe('sign-in with an organization', () => {
  let idp: Server;
  const domain = `uni-${process.pid}.test`;
  let who = 'grace';
  beforeAll(async () => {
    const metadata = await (await fetch(`${runningProduct().url}/api/saml/metadata/`)).text();
    idp = createServer();
    await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve));
    const uni = new SamlIdp(`http://127.0.0.1:${(idp.address() as AddressInfo).port}`);
    // The sign-in page of the organization, where the person signed in an hour ago. It
    // authenticates the person again if the request demands that, and then posts its answer.
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
    const administrator = await demoPerson('administrator');
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

  it('goes through the organization’s page to the requested page, and is remembered for 30 days if chosen', async () => {
    const page = await browser.open();
    await page.goto('/history/participation');
    await waitForPath(page, '/signin');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    expect(await fieldErrorOf(page, 'Email')).toContain('Fill this in');
    await page.getByLabel('Email', { exact: true }).fill('grace@nowhere.test');
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await seeText(
      page,
      'No organization with this email domain is set up for single sign-on here.',
    );
    await page.getByLabel('Email', { exact: true }).fill(`grace@${domain}`);
    await page.getByRole('checkbox', { name: 'Remember me for 30 days' }).check();
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await waitForPath(page, '/history/participation');
    await see(page.getByRole('button', { name: 'Hello, Grace' }));
    const token = (await page.context().cookies()).find(
      ({ name }) => name === 'ff_user_access_token',
    );
    expect(token?.expires ?? 0).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  });

  it('makes the organization authenticate again before the sign-in methods are changed', async () => {
    who = 'ruth';
    const page = await browser.open();
    await page.goto('/signup');
    await page.getByRole('radio', { name: /I run studies/ }).click();
    await page.getByLabel('Invitation code').fill(runningProduct().invitation);
    await page.getByLabel('Email', { exact: true }).fill(`ruth@${domain}`);
    await page.getByRole('button', { name: 'Sign up with your organization' }).click();
    await see(page.getByRole('button', { name: 'Hello, Ruth' }));
    await page.goto('/profile/#second-factor');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in again' }).click();
    await waitForPath(page, '/signin');
    await page.getByLabel('Email', { exact: true }).fill(`ruth@${domain}`);
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await waitForPath(page, '/profile/');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await see(
      page.getByRole('dialog').getByRole('img', { name: 'QR code for your authenticator app' }),
    );
    who = 'grace';
  });
});
