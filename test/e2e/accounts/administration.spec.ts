import type { Page } from 'playwright-core';
import { SamlIdp } from '../../support/sign-in/saml-idp';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson, newPerson, type Person, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { runningProduct } from '../support/product';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

let administrator: Person;
beforeAll(async () => {
  administrator = await demoPerson('administrator');
});

/** Checks the accessibility of the page: as it is now, and on a phone in the dark colour scheme. */
async function hasNoBarrier(page: Page): Promise<void> {
  expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 800 });
  await see(page.locator('html[data-mantine-color-scheme=dark]'));
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
}

describe('administration of users', () => {
  it('finds a person with the keyboard, changes the role with a reason, and records it in the audit log', async () => {
    await newPerson({ first_name: 'Ursula', last_name: 'Unterstrich' });
    const page = await browser.open({ as: administrator, reducedMotion: 'reduce' });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Administer' }).click();
    await page.getByRole('menuitem', { name: 'Users' }).click();
    await seeHeading(page, 'Users');
    await see(page.getByRole('table', { name: 'Users' }));
    await page.keyboard.press('/');
    await page.keyboard.type('unterstrich');
    await eventually(
      () => page.getByRole('row').count(),
      (rows) => rows === 2,
    );
    await page.getByRole('button', { name: 'Ursula Unterstrich' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Ursula Unterstrich' });
    await drawer.getByRole('button', { name: 'Make administrator' }).click();
    await drawer.getByLabel('Why?').fill('Looks after the reviews from now on.');
    await drawer.getByRole('button', { name: 'Make administrator' }).click();
    await seeText(page, 'Ursula Unterstrich is an administrator');
    await see(drawer.getByText('Administrator', { exact: true }));
    await drawer.getByRole('link', { name: 'What happened with this account' }).click();
    await seeHeading(page, 'Audit log');
    await eventually(
      () =>
        page
          .getByRole('listitem')
          .filter({ hasText: 'gave the administrator role to' })
          .textContent(),
      (said) =>
        /Alex Admin gave the administrator role to Ursula Unterstrich/.test(said ?? '') &&
        /Looks after the reviews/.test(said ?? ''),
    );
  });

  it('signs a person out immediately when the account is disabled, and lets the person sign in again once it is enabled', async () => {
    const person = await newPerson({ first_name: 'Sven', last_name: 'Sperling' });
    const theirs = await browser.open({ as: person });
    await theirs.goto('/history/participation');
    await seeHeading(theirs, 'History');
    const page = await browser.open({ as: administrator, reducedMotion: 'reduce' });
    await page.goto(`/admin/users?user=${person._id}`);
    const drawer = page.getByRole('dialog', { name: 'Sven Sperling' });
    const act = async (name: string) => {
      await drawer.getByRole('button', { name }).click();
      await drawer.getByLabel('Why?').fill('A test.');
      await drawer.getByRole('button', { name }).click();
    };
    await act('Disable account');
    await waitForPath(theirs, '/signin');
    await see(drawer.getByText('Disabled', { exact: true }));
    await act('Enable account');
    await waitUntilHidden(drawer.getByText('Disabled', { exact: true }));
    await signInByApi(person.email, person.password);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await waitForPath(page, '/admin/users');
    await see(page.getByRole('table', { name: 'Users' }));
    await hasNoBarrier(page);
  });
});

describe('page of the audit log', () => {
  it('filters by action and time, and shows the position of a record in the hash chain', async () => {
    const page = await browser.open({ as: administrator, reducedMotion: 'reduce' });
    await page.goto('/admin/audit');
    const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await see(lines.first());
    expect(await lines.first().locator('time').textContent()).toMatch(/\d:\d\d( [AP]M)?$/);
    await page.getByLabel('Action').selectOption({ label: 'Signed in' });
    await eventually(
      async () => [await lines.count(), await lines.filter({ hasText: 'signed in' }).count()],
      ([all, said]) => (all ?? 0) > 0 && all === said,
    );
    await eventually(
      async () => {
        await page.reload();
        await see(lines.first());
        return lines.filter({ hasText: /No\. \d+/ }).count();
      },
      (sealed) => sealed > 0,
    );
    await hasNoBarrier(page);
    await page.getByRole('textbox', { name: 'From' }).fill('2099-01-01');
    await seeHeading(page, 'Nothing here');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await see(lines.first());
  });
});

describe('page of single sign-on connections', () => {
  it('adds a connection from pasted metadata, tests it with a real exchange, enables it and deletes it', async () => {
    const page = await browser.open({ as: administrator, reducedMotion: 'reduce' });
    await page.goto('/admin/sso');
    await page.getByRole('button', { name: 'Add a connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByLabel('Organization').fill('Institute of Elsewhere');
    await dialog.getByLabel('Email domains').fill('elsewhere.test, students.elsewhere.test');
    await dialog.getByLabel('Metadata of the identity provider').fill('<html></html>');
    await dialog.getByRole('button', { name: 'Add connection' }).click();
    await see(
      dialog.getByText(
        /cannot be used as the metadata of a SAML identity provider: it is no SAML metadata/,
      ),
    );

    const idp = new SamlIdp('https://idp.elsewhere.test');
    await dialog.getByLabel('Metadata of the identity provider').fill(idp.metadata());
    await dialog.getByRole('button', { name: 'Add connection' }).click();
    const card = page.getByRole('article', { name: 'Institute of Elsewhere' });
    await see(card.getByText('Never tested'));
    await see(card.getByText('Disabled', { exact: true }));

    const metadata = await (await fetch(`${runningProduct().url}/api/saml/metadata/`)).text();
    const said = { attributes: {} as Record<string, string> };
    await page.route('https://idp.elsewhere.test/**', async (route) => {
      const request = await idp.asked(route.request().url(), metadata);
      const { SAMLResponse, RelayState } = await idp.answer(request, metadata, said);
      const field = (name: string, value: string) =>
        `<input type="hidden" name="${name}" value="${value}">`;
      await route.fulfill({
        contentType: 'text/html',
        body:
          `<form method="post" action="${request.acs}">${field('SAMLResponse', SAMLResponse)}` +
          `${field('RelayState', RelayState)}</form>` +
          `<script>document.forms[0].submit()</script>`,
      });
    });
    await card.getByRole('button', { name: 'Test sign-on' }).click();
    await see(card.getByText('The statement has no email address. Ask for the attribute “mail”.'));
    said.attributes = { mail: 'grace@elsewhere.test', givenName: 'Grace', sn: 'Hopper' };
    await card.getByRole('button', { name: 'Test sign-on' }).click();
    await see(card.getByText('The test worked'));

    await card.getByRole('button', { name: 'Enable' }).click();
    await see(card.getByText('Enabled', { exact: true }));
    await hasNoBarrier(page);
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await waitUntilHidden(card);
    await page.goto('/admin/audit?action=sso-connection-removed');
    await seeText(page, /Alex Admin/);
  });
});
