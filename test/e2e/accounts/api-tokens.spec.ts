import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

describe('API tokens of a researcher', () => {
  it('can be created, used by a program, shown as used, and revoked', async () => {
    const page = await browser.open({
      as: await demoPerson('researcher'),
      reducedMotion: 'reduce',
    });
    await page.goto('/profile');
    await page.getByRole('link', { name: 'See your API tokens' }).click();
    await seeHeading(page, 'API tokens');
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    await page.getByLabel('Name').fill('Journey');
    await page.getByRole('radio', { name: '30 days' }).check();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the token' }).click();
    await seeText(page, /^clab_[0-9A-Za-z]{36}$/);
    const token = await page.getByText(/^clab_[0-9A-Za-z]{36}$/).innerText();

    const program = async (method: string, path: string) => {
      const { status } = await fetch(new URL(path, page.url()), {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      return status;
    };
    expect(await program('GET', '/api/sessions/')).toBe(200);
    expect(await program('POST', '/api/studies/')).toBe(403);
    expect(await program('GET', '/api/users/profile/')).toBe(403);

    await page.reload();
    const card = page.getByRole('listitem', { name: 'Journey' });
    await see(card.getByText(/^Last used/));
    await waitUntilHidden(page.getByText(token));
    await see(card.getByText(token.slice(0, 9)));
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);

    await page.getByRole('button', { name: 'End “Journey”' }).click();
    const dialog = page.getByRole('dialog', { name: 'End “Journey”?' });
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await waitUntilHidden(card);
    expect(await program('GET', '/api/sessions/')).toBe(401);
  });
});
