import { generateSync } from 'otplib';
import { newPerson, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { linkInMail, waitForMail } from '../support/inbox';
import {
  arrowTo,
  expectFocus,
  hasFocus,
  tabToAndPress,
  tabTo,
  typeInto,
} from '../support/keyboard';
import { demoPassword } from '../support/product';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

describe('account with the keyboard alone', () => {
  it('is created, and its address is confirmed', async () => {
    const page = await browser.open();
    await page.goto('/signup');
    await typeInto(page, page.getByLabel('First name'), 'Tabea');
    await typeInto(page, page.getByLabel('Last name'), 'Taste');
    await typeInto(page, page.getByLabel('Email', { exact: true }), 'tabea@keys.test');
    await typeInto(page, page.getByLabel('Password', { exact: true }), demoPassword);
    await typeInto(page, page.getByLabel('Password again'), demoPassword);
    await tabToAndPress(page, page.getByRole('button', { name: 'Create account' }));
    await seeHeading(page, 'Check your inbox');
    await expectFocus(page, 'creating the account');
    await page.goto(
      linkInMail(await waitForMail('tabea@keys.test', /^Confirm your email address$/), '/verify'),
    );
    await tabToAndPress(page, page.getByRole('button', { name: 'Confirm my address' }));
    await seeHeading(page, 'Your email is verified');
    await expectFocus(page, 'confirming');
    await tabToAndPress(page, page.getByRole('main').getByRole('link', { name: 'Find a study' }));
    await waitForPath(page, '/home');
    await expectFocus(page, 'going to the studies');
  });

  it('gets a new password after a wrong code', async () => {
    const olaf = await newPerson({ first_name: 'Olaf' });
    const page = await browser.open();
    await page.goto('/signin');
    await tabToAndPress(page, page.getByRole('link', { name: 'Forgotten your password?' }));
    await waitForPath(page, '/reset-password');
    await typeInto(page, page.getByLabel('Email', { exact: true }), olaf.email);
    await tabToAndPress(page, page.getByRole('button', { name: 'Send me a code' }));
    const { text } = await waitForMail(olaf.email, /^Your code for a new password$/);
    const code = /^ {4}([A-Z2-9]{8})$/m.exec(text)?.[1] ?? '';
    const wrong = code === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA';
    await typeInto(page, page.getByLabel('Code from the email'), wrong);
    await typeInto(page, page.getByLabel('New password'), `${demoPassword}x`);
    await typeInto(page, page.getByLabel('Password again'), `${demoPassword}x`);
    await tabToAndPress(page, page.getByRole('button', { name: 'Change password' }));
    await expectFocus(page, 'a wrong code');
    await typeInto(page, page.getByLabel('Code from the email'), code);
    await tabToAndPress(page, page.getByRole('button', { name: 'Change password' }));
    await waitForPath(page, '/signin');
    await seeText(page, 'Your password is changed. Sign in with the new one.');
    await expectFocus(page, 'the new password');
  });

  it('signs out another browser, and sets up a second factor', async () => {
    const sina = await newPerson({ first_name: 'Sina', is_researcher: true });
    await signInByApi(sina.email);
    const page = await browser.open({ as: sina });
    await page.goto('/profile/#devices');
    const devices = page.getByRole('region', { name: 'Where you are signed in' });
    await tabToAndPress(page, devices.getByRole('button', { name: /^Sign out:/ }).first());
    await expectFocus(page, 'signing another browser out');

    const factors = page.getByRole('region', { name: 'Second factor' });
    const setUp = factors.getByRole('button', { name: 'Set up an authenticator app' });
    await tabToAndPress(page, setUp);
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await see(dialog.getByRole('img', { name: 'QR code for your authenticator app' }));
    await page.keyboard.press('Escape');
    await waitUntilHidden(dialog);
    await hasFocus(setUp);

    await page.keyboard.press('Enter');
    await see(dialog.getByRole('img', { name: 'QR code for your authenticator app' }));
    const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
    await typeInto(
      page,
      dialog.getByLabel('Code that the app shows now'),
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }),
    );
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Turn on' }));
    const kept = page.getByRole('dialog', { name: 'Recovery codes' });
    await tabToAndPress(page, kept.getByRole('button', { name: 'I have kept them' }));
    await see(factors.getByText('10 codes left'));
    await expectFocus(page, 'keeping the codes');
  });

  it('takes a date of birth chosen with the arrow keys of the calendar', async () => {
    const page = await browser.open({ as: await newPerson({ first_name: 'Kai' }) });
    await page.goto('/demographics/');
    const opener = page.getByRole('button', { name: 'Pick your date of birth' });
    await tabToAndPress(page, opener);
    const calendar = page.getByRole('dialog', { name: 'Pick your date of birth' });
    const year = String(new Date().getFullYear() - 30);
    await hasFocus(calendar.getByRole('button', { name: year, exact: true }));
    await page.keyboard.press('Enter');
    await tabToAndPress(page, calendar.getByRole('button', { name: 'Jan', exact: true }));
    await tabTo(page, calendar.getByRole('button', { name: `1 January ${year}`, exact: true }));
    await page.keyboard.press('ArrowRight');
    await hasFocus(calendar.getByRole('button', { name: `2 January ${year}`, exact: true }));
    await page.keyboard.press('Enter');
    await waitUntilHidden(calendar);
    await hasFocus(opener);
    await tabToAndPress(page, page.getByRole('button', { name: 'Save changes' }));
    await seeText(page, 'Saved');
    await expectFocus(page, 'saving');
  });

  it('copies its data, deletes the copy, and is marked for deletion', async () => {
    const page = await browser.open({ as: await newPerson({ first_name: 'Udo' }) });
    await page.goto('/profile/privacy');
    await tabToAndPress(page, page.getByRole('button', { name: 'Make a copy' }));
    await seeText(page, 'Your copy is ready');
    await expectFocus(page, 'making a copy');
    await tabToAndPress(page, page.getByRole('button', { name: 'Delete', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Delete this copy?' });
    await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await waitUntilHidden(page.getByText('Your copy is ready'));
    await expectFocus(page, 'throwing the copy away');

    await tabToAndPress(page, page.getByRole('button', { name: 'Hello, Udo' }));
    await arrowTo(page, page.getByRole('menuitem', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    const ask = page.getByRole('dialog', { name: 'Delete your account?' });
    await tabTo(page, ask.getByRole('button', { name: 'Delete my account' }));
    await page.keyboard.press('Enter');
    await seeText(page, 'Your account is successfully marked for deletion in 30 days!');
  });
});
