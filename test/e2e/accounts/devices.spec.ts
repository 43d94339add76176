import { eventually } from '../../support/chance/wait';
import { seriousViolations } from '../support/accessibility';
import { callApi, newPerson, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText, signIn } from '../support/see';

const browser = useBrowser();

describe('list of signed-in browsers', () => {
  it('shows each browser; a browser that is signed out from the list notices that without any action in it', async () => {
    const dora = await newPerson({ first_name: 'Dora' });
    const elsewhere = await browser.open({ as: await signInByApi(dora.email) });
    await elsewhere.goto('/history/participation');
    await see(elsewhere.getByRole('button', { name: 'Hello, Dora' }));
    const page = await browser.open({ as: await signInByApi(dora.email) });
    await page.goto('/profile/#devices');
    const devices = page.getByRole('region', { name: 'Where you are signed in' });
    await see(devices.getByText('This browser'));
    // `newPerson` has already signed in by the API; that sign-in is the first of the three in the
    // list.
    await eventually(
      () => devices.getByRole('listitem').count(),
      (count) => count === 3,
    );
    expect(await seriousViolations(page)).toEqual([]);
    await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await seeText(page, '2 other browsers are signed out');
    await waitUntilHidden(elsewhere.getByRole('button', { name: 'Hello, Dora' }));
    await waitForPath(elsewhere, '/signin');
    await seeText(elsewhere, 'You have been signed out. Sign in again to go on.');
    await eventually(
      () => devices.getByRole('listitem').count(),
      (count) => count === 1,
    );
    await page.reload();
    await see(devices.getByText('This browser'));
  });

  it('signs out a single browser', async () => {
    const emil = await newPerson({ first_name: 'Emil' });
    const other = await signInByApi(emil.email);
    const page = await browser.open({ as: emil });
    await page.goto('/profile/#devices');
    const devices = page.getByRole('region', { name: 'Where you are signed in' });
    await see(devices.getByRole('listitem').nth(1));
    await devices.getByRole('button', { name: /^Sign out:/ }).click();
    await waitUntilHidden(devices.getByRole('listitem').nth(1));
    await expect(callApi('GET', '/api/users/profile/', { token: other.token })).rejects.toThrow(
      '401',
    );
    expect(await callApi('GET', '/api/users/profile/', { token: emil.token })).toMatchObject({
      email: emil.email,
    });
  });
});

describe('tabs of one browser', () => {
  it('update immediately when a person signs in or out in one of them', async () => {
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
    await waitUntilHidden(tab.getByRole('button', { name: 'Hello, Nele' }));
    await waitForPath(tab, '/signin');
  });
});
