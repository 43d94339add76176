import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

describe('webhooks of a researcher', () => {
  it('can be added, tested, viewed in the log and deleted', async () => {
    const page = await browser.open({
      as: await demoPerson('researcher'),
      reducedMotion: 'reduce',
    });
    await page.goto('/profile');
    await page.getByRole('link', { name: 'See your webhooks' }).click();
    await seeHeading(page, 'Webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    await page.getByLabel('Address').fill('https://127.0.0.1/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await see(page.locator('[aria-invalid=true]'));
    // A reserved host name (RFC 6761), which never resolves, so that each delivery fails.
    await page.getByLabel('Address').fill('https://receiver.invalid/hook');
    await page.getByRole('combobox', { name: 'One study' }).click();
    await page.keyboard.type('faces can');
    await page.getByRole('option', { name: 'How many faces can you remember?' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await seeText(page, /^whsec_/);
    await seeText(page, /Only “How many faces can you remember\?”/);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('checkbox', { name: 'A participation changed' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await seeText(page, /A participation changed · Only/);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await see(page.getByRole('region', { name: 'Log' }).getByText('Failed'));
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);

    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitUntilHidden(page.getByText('https://receiver.invalid/hook'));
  });
});
