import { eventually } from '../../support/chance/wait';
import { demoPerson, newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { linkInMail, waitForMail } from '../support/inbox';
import { waitUntilHidden, see, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

const none =
  'Tell us your affiliation and interests, so that we can review your researcher identity.';
const pending =
  'Your researcher identity is pending review. We will contact you if we have any questions.';
const failed =
  'Your researcher identity did not pass review. Please update your affiliation to initiate another review request.';

describe('review of a researcher', () => {
  it('is requested with the affiliation, shown as pending, updated live for the researcher, and can be requested again', async () => {
    const researcher = await newPerson({
      is_researcher: true,
      first_name: 'Greta',
      last_name: 'Gauss',
    });
    const page = await browser.open({ as: researcher });
    await page.goto('/experiments');
    await seeText(page, none);
    await page.getByRole('link', { name: 'Fill in affiliation' }).click();
    await waitForPath(page, '/profile/');
    await page.getByRole('combobox', { name: 'Organization' }).fill('University of Göttingen');
    await page.getByLabel('Research interests').fill('How people estimate numbers.');
    await page.getByRole('button', { name: 'Ask for a review' }).click();
    await seeText(page, pending);

    const desk = await browser.open({ as: await demoPerson('administrator') });
    await desk.goto('/reviews');
    const card = desk.getByRole('article', { name: 'Greta Gauss' });
    await see(card.getByText('University of Göttingen'));
    await card.getByRole('button', { name: 'Reject Greta Gauss' }).click();
    await card.getByLabel('Why do you reject?').fill('We could not find you in the directory.');
    await card.getByRole('button', { name: 'Reject researcher' }).click();
    await waitUntilHidden(card);

    await seeText(page, failed);
    const told = await waitForMail(researcher.email, /did not pass review/);
    expect(told.text).toContain('We could not find you in the directory.');
    linkInMail(told, '/profile/');

    await page.getByRole('link', { name: 'Update affiliation' }).click();
    await page
      .getByRole('combobox', { name: 'Organization' })
      .fill('Georg-August-Universität Göttingen');
    await page.locator('#affiliation').getByRole('button', { name: 'Save changes' }).click();
    await seeText(page, pending);

    // The administrator did not reload: the new request appears by itself.
    await card.getByRole('button', { name: 'Approve Greta Gauss' }).click();
    await card.getByLabel('Why do you approve?').fill('Found in the directory of the university.');
    await card.getByRole('button', { name: 'Approve researcher' }).click();
    await waitUntilHidden(page.getByText(pending));
    await see(page.locator('#affiliation').getByText('Approved', { exact: true }));
    await waitForMail(researcher.email, /is approved/);
  });

  it('keeps every decision with its reason, and counts pending requests', async () => {
    const page = await browser.open({ as: await demoPerson('administrator') });
    await page.goto('/reviews');
    await eventually(
      async () => [
        await page.getByRole('tab', { name: /^Pending/ }).textContent(),
        await page.getByRole('article').count(),
      ],
      ([told, shown]) => told === `Pending (${shown})`,
    );
    await page.getByRole('tab', { name: 'History' }).click();
    await eventually(
      () => page.getByText('We could not find you in the directory.').count(),
      (count) => count === 1,
    );
    await seeText(page, 'Decided by Alex Admin');
  });

  it('shows an invitation code only once', async () => {
    const page = await browser.open({ as: await demoPerson('administrator') });
    await page.goto('/reviews?tab=invitations');
    await page.getByRole('button', { name: 'Create code' }).click();
    const code = (await page.getByRole('status').locator('code').first().textContent()) ?? '';
    expect(code).toMatch(/^[A-Z0-9-]{8,}$/);
    await page.reload();
    await see(page.getByRole('table'));
    expect(await page.getByText(code).count()).toBe(0);

    const visitor = await browser.open();
    await visitor.goto(`/signup?role=researcher&invitation=${code}`);
    await eventually(
      () => visitor.getByLabel('Invitation code').inputValue(),
      (value) => value === code,
    );
  });
});
