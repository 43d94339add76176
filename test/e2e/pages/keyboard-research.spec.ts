import { callApi, demoPerson, newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  arrowTo,
  expectFocus,
  hasFocus,
  tabToAndPress,
  tabTo,
  typeInto,
} from '../support/keyboard';
import { demoAccounts } from '../support/product';
import {
  waitUntilHidden,
  waitForStudySave,
  see,
  seeHeading,
  waitForPath,
  seeText,
} from '../support/see';

const browser = useBrowser();

describe('in research and administration, with the keyboard alone,', () => {
  it('a researcher describes a study, publishes a consent form, launches a session, and pauses it', async () => {
    const page = await browser.open({ as: await demoPerson('researcher') });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.goto('/experiments');
    await tabToAndPress(page, page.getByRole('main').getByRole('link', { name: 'New study' }));
    await typeInto(page, page.getByLabel('Title'), 'Keys and nothing else');
    await typeInto(page, page.getByLabel('Description'), 'What hands remember.');
    await tabToAndPress(page, button(/^Create study/));
    await seeHeading(page, 'Keys and nothing else');
    await expectFocus(page, 'creating the study');

    // A new study opens at the tab "How it runs", since researchers must decide this first.
    await tabTo(page, page.getByRole('tab', { name: /How it runs/, selected: true }));
    await page.keyboard.press('ArrowUp');
    await expectFocus(page, 'the tab before');
    await page.keyboard.press('ArrowUp');
    await typeInto(page, page.getByRole('textbox', { name: 'Title' }), 'Consent');
    await typeInto(
      page,
      page.getByRole('textbox', { name: 'Text' }),
      'You press keys. You may stop.',
    );
    await tabToAndPress(page, button('Publish'));
    await see(page.getByRole('dialog'));
    await tabToAndPress(page, page.getByRole('dialog').getByRole('button', { name: /Publish/ }));
    await seeHeading(page, 'Version 1 is in force');
    await expectFocus(page, 'publishing');

    await page.keyboard.press('Home');
    await tabTo(page, page.getByRole('tab', { name: /Consent/ }));
    await page.keyboard.press('ArrowDown');
    await tabToAndPress(page, button('Add a condition'));
    await arrowTo(page, page.getByRole('menuitem', { name: 'People of a certain age' }));
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByLabel('From, in years'), '18');
    await seeText(page, /^Saved at /);
    await expectFocus(page, 'saving who may take part');
    await page.keyboard.press('Home');
    await tabTo(page, page.getByRole('tab', { name: /Who may take part/ }));
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, 'how it runs');
    await tabTo(page, page.getByRole('radio', { name: 'Here, with files that you upload' }));
    const saved = waitForStudySave(page);
    await page.keyboard.press('ArrowUp');
    await see(
      page.getByRole('radio', { name: 'Another way, described in the notes', checked: true }),
    );
    await saved;
    await page.keyboard.press('Home');
    await tabTo(page, page.getByRole('tab', { name: /How it runs/ }));
    await page.keyboard.press('ArrowDown');
    await tabToAndPress(page, button('New session'));
    await typeInto(page, page.getByLabel('Spots', { exact: true }), '3');
    await tabToAndPress(page, button('Create session'));
    await waitUntilHidden(page.getByRole('dialog'));
    await expectFocus(page, 'creating the session');
    await tabToAndPress(page, button(/^Launch /));
    await tabToAndPress(page, page.getByRole('dialog').getByRole('button', { name: /Launch/ }));
    await expectFocus(page, 'launching');
    await page.keyboard.press('Escape');
    await see(button(/^Pause /));
    await expectFocus(page, 'the session that is launched');
    await tabToAndPress(page, button(/^Pause /));
    await see(button(/^(Resume|Open) /));
    await expectFocus(page, 'pausing');
  });

  it('an administrator opens a review, cancels the rejection form, and approves the researcher', async () => {
    const rita = await newPerson({ is_researcher: true, first_name: 'Rita', last_name: 'Keys' });
    await callApi('PUT', '/api/users/profile/', {
      token: rita.token,
      body: { organization: 'University of Keys', interests: 'Keys' },
    });
    const page = await browser.open({ as: await demoPerson('administrator') });
    await page.goto('/reviews');
    await seeHeading(page, 'Rita Keys');
    const card = page.getByRole('article', { name: 'Rita Keys' });
    await tabToAndPress(page, card.getByRole('button', { name: /Reject/ }));
    await page.keyboard.press('Escape');
    await expectFocus(page, 'Escape from the form');
    await tabToAndPress(page, card.getByRole('button', { name: /Approve/ }));
    await typeInto(page, card.getByLabel(/Why do you approve/), 'Known to us for years.');
    await tabToAndPress(page, card.getByRole('button', { name: 'Approve researcher' }));
    await waitUntilHidden(page.getByRole('heading', { name: 'Rita Keys' }));
    await expectFocus(page, 'approving');
  });

  it('an administrator finds a person, opens and closes the details, and opens and closes the menus', async () => {
    const page = await browser.open({ as: await demoPerson('administrator') });
    await page.goto('/admin/users');
    // The list of people is sorted by last name, so Pat may not be on its first page.
    await see(page.getByRole('table').getByRole('button'));
    await page.keyboard.press('/');
    await page.keyboard.type('Pat Part');
    // Waits until the list is filtered, because Tab passes through each of its rows.
    await page.waitForURL(/text=Pat/);
    await tabToAndPress(page, page.getByRole('button', { name: /Pat Participant/ }));
    await see(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await waitUntilHidden(page.getByRole('dialog'));
    await expectFocus(page, 'closing the drawer');
    await page.keyboard.press('Home');
    await tabToAndPress(page, page.getByRole('button', { name: 'Administer' }));
    await hasFocus(page.getByRole('menuitem').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await waitUntilHidden(page.getByRole('menu'));
    await expectFocus(page, 'closing the menu');
    await tabToAndPress(
      page,
      page.getByRole('contentinfo').getByRole('button', { name: 'Contact Us' }),
    );
    await see(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await waitUntilHidden(page.getByRole('dialog'));
    await expectFocus(page, 'closing the contact dialog');
  });

  it('a visitor on a phone accepts the cookie notice, opens the menu, and signs in', async () => {
    const page = await browser.open({
      cookiesAccepted: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto('/pricing');
    // The cookie notice appears before the page has loaded, and loading moves the footer and the
    // focus, so the test waits for the heading first.
    await seeHeading(page, 'Pricing');
    await tabToAndPress(page, page.getByRole('button', { name: 'Accept' }));
    await waitUntilHidden(page.getByRole('button', { name: 'Accept' }));
    await expectFocus(page, 'accepting');
    await page.keyboard.press('Home');
    await tabToAndPress(page, page.getByRole('button', { name: 'Menu' }));
    await see(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await waitUntilHidden(page.getByRole('dialog'));
    await expectFocus(page, 'closing the menu');
    await tabToAndPress(page, page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await waitForPath(page, '/signin');
    await typeInto(page, page.getByLabel('Email', { exact: true }), demoAccounts.participant);
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'wrong');
    await page.keyboard.press('Enter');
    await seeText(page, 'The email or the password is wrong.');
    await expectFocus(page, 'a wrong password');
  });
});
