import type { Session } from '../../../contracts/enrolment/sessions';
import type { Study } from '../../../contracts/studies/studies';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { linkInMail, waitForMail } from '../support/inbox';
import { expectFocus } from '../support/keyboard';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();
const words = (title: string) => ({
  title,
  description: 'What do you remember?',
  duration_minutes: 20,
  privacy_level: 'anonymous',
});

describe('a researcher’s list of their studies', () => {
  it('finds titles despite typing errors, filters and sorts; the back button undoes each step', async () => {
    const researcher = await demoPerson('researcher');
    const { token } = researcher;
    for (const title of ['Quokkas and attention', 'Quokkas and sleep'])
      await callApi('POST', '/api/studies/', { token, body: words(title) });
    const page = await browser.open({ as: researcher, reducedMotion: 'reduce' });
    const row = (title: string) => page.getByRole('link', { name: title, exact: true });
    await page.goto('/experiments');
    await see(row('Quokkas and sleep'));
    await page.keyboard.press('/');
    await page.keyboard.type('qoukkas slep');
    await waitUntilHidden(row('Quokkas and attention'));
    await see(row('Quokkas and sleep'));
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, 'going to the rows');
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Archived', exact: true }).click();
    await seeHeading(page, 'No study matches');
    expect(await seriousViolations(page)).toEqual([]);
    await page.goBack();
    await see(row('Quokkas and sleep'));
    await row('Quokkas and sleep').click();
    await seeHeading(page, 'Quokkas and sleep');
    await page.goBack();
    await see(row('Quokkas and sleep'));
    expect(await page.getByRole('searchbox').inputValue()).toBe('qoukkas slep');
  });

  it('copies a study, archives the copy and restores it, with the keyboard', async () => {
    const researcher = await demoPerson('researcher');
    const { token } = researcher;
    const study = await callApi<Study>('POST', '/api/studies/', {
      token,
      body: words('Narwhals in noise'),
    });
    const page = await browser.open({ as: researcher, reducedMotion: 'reduce' });
    const choose = async (title: string, entry: string) => {
      await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: entry }).press('Enter');
    };
    const copies = async () => {
      const query = '?scope=mine&text=Copy of Narwhals in noise';
      const found = await callApi<{ items: Study[] }>('GET', `/api/studies/${query}`, { token });
      return found.items.filter(({ title }) => title === 'Copy of Narwhals in noise');
    };
    await page.goto('/experiments?text=narwhals');
    await choose(study.title, 'Duplicate');
    await seeHeading(page, 'Copy of Narwhals in noise');
    expect(await copies()).toHaveLength(1);

    await page.goto('/experiments?text=narwhals');
    await choose('Copy of Narwhals in noise', 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive study' }).press('Enter');
    await waitUntilHidden(page.getByRole('link', { name: 'Copy of Narwhals in noise' }));
    await expectFocus(page, 'archiving');
    await page.goto('/experiments?text=narwhals&state=archived');
    await choose('Copy of Narwhals in noise', 'Bring back');
    await seeHeading(page, 'No study matches');
    const [copy] = await eventually(copies, ([first]) => first?.state === 'draft');
    expect(copy?.state).toBe('draft');
    await page.getByRole('button', { name: 'Clear search and state' }).press('Enter');
    await waitForPath(page, '/experiments');
    await see(page.getByRole('link', { name: 'Copy of Narwhals in noise' }));
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
  });
});

describe('access to a study', () => {
  it('can be granted by invitation, changed to a different role and transferred, with live updates on both pages', async () => {
    const other = await demoPerson('researcher');
    const owner = await newPerson({ is_researcher: true, first_name: 'Olive', last_name: 'Owner' });
    const study = await callApi<Study>('POST', '/api/studies/', {
      token: owner.token,
      body: words('Axolotls and ownership'),
    });
    const session = await callApi<Session>('POST', `/api/studies/${study._id}/sessions/`, {
      token: owner.token,
      body: { capacity: 3 },
    });
    const path = `/experiments/details/${study._id}?tab=access`;
    const [page, desk] = await Promise.all([
      browser.open({ as: owner, reducedMotion: 'reduce' }),
      browser.open({ as: other, reducedMotion: 'reduce' }),
    ]);
    const press = (of: typeof page, name: string) =>
      of.getByRole('button', { name, exact: true }).press('Enter');
    await page.goto(path);
    await page.getByRole('textbox', { name: 'Email address' }).fill(other.email);
    await press(page, 'Send the invitation');
    await see(page.getByRole('button', { name: `Withdraw the invitation of ${other.email}` }));

    const mail = await waitForMail(other.email, /invitation to work on a study/);
    await desk.goto(linkInMail(mail, '/collaborate'));
    await seeText(desk, /Olive Owner invites you to view “Axolotls and ownership”/);
    await press(desk, 'Accept');
    await seeHeading(desk, study.title);
    await desk.getByRole('tab', { name: 'People with access' }).press('Enter');
    await see(desk.getByRole('button', { name: 'Leave' }));
    const role = page.getByRole('combobox', { name: `Role of ${other.first_name} Researcher` });
    await see(role);

    // A changed role applies without a reload: an analyst sees the data, but no list of participants.
    await role.click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await desk.getByRole('tab', { name: 'Data' }).press('Enter');
    await see(desk.getByRole('button', { name: 'Make an export' }));
    // An analyst can read the consent form, but has no settings.
    await see(desk.getByRole('tab', { name: /Consent/ }));
    await waitUntilHidden(desk.getByRole('tab', { name: /How it runs/ }));
    expect(await seriousViolations(desk)).toEqual([]);
    await desk.goto(`/sessions/${session._id}`);
    await see(desk.getByRole('tab', { name: 'Overview' }));
    await waitUntilHidden(desk.getByRole('tab', { name: 'People' }));
    await desk.goto(path);
    await see(desk.getByRole('button', { name: 'Leave' }));

    // An editor sees the tabs with settings.
    await role.click();
    await page.getByRole('option', { name: 'Editor' }).click();
    await see(desk.getByRole('tab', { name: /How it runs/ }));

    // The owner lets the editor see names in later sessions, after reading the consequences.
    const names = page.getByRole('switch', { name: `${other.first_name} Researcher sees names` });
    await names.press('Space');
    const asked = page.getByRole('dialog', { name: /^Let .* see names$/ });
    await see(asked.getByText(/Participants read the name .* before they enroll/));
    expect(await seriousViolations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Open the roster' }).press('Enter');
    await seeText(desk, /Sees names in sessions launched since/);
    await see(page.getByRole('switch', { name: /sees names$/, checked: true }));

    await press(page, 'Pass the study on');
    await expectFocus(page, 'opening the offer');
    expect(await seriousViolations(page)).toEqual([]);
    await press(page, 'Offer the study');
    await seeText(page, /You have offered this study to/);
    await seeHeading(desk, 'This study is offered to you');
    await desk.setViewportSize({ width: 360, height: 800 });
    await press(desk, 'Take it over');
    const dialog = desk.getByRole('dialog', { name: /^Take over/ });
    await see(dialog);
    expect(await seriousViolations(desk)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take it over' }).press('Enter');
    await see(desk.getByRole('button', { name: 'Pass the study on' }));
    expect(await horizontalOverflow(desk)).toEqual([]);

    await see(page.getByRole('button', { name: 'Leave' }));
    await waitUntilHidden(page.getByRole('button', { name: 'Send the invitation' }));
    await waitUntilHidden(page.getByRole('button', { name: 'Archive' }));
    expect(await seriousViolations(page)).toEqual([]);
    // The time limit allows for two people, two windows and two emails.
  }, 120_000);
});
