import { callApi, newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitForMail } from '../support/inbox';
import { demoPassword } from '../support/product';
import {
  fieldErrorOf,
  waitUntilHidden,
  see,
  seeHeading,
  waitForPath,
  seeText,
  signIn,
} from '../support/see';

const browser = useBrowser();

describe('account page of a person', () => {
  it('marks the account for deletion in 30 days, and restores it when its owner signs in again', async () => {
    const hugo = await newPerson({ first_name: 'Hugo' });
    const page = await browser.open({ as: hugo });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Hello, Hugo' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await see(dialog.getByText(hugo.email));
    // Delays the call until the test has read what the dialog says meanwhile.
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    await page.route('**/api/users/profile/', async (route) => {
      if (route.request().method() === 'DELETE') await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await seeText(page, 'Processing your account deletion request...');
    letGo();
    await seeText(page, 'Your account is successfully marked for deletion in 30 days!');
    // The page goes on to /logout, which signs out and opens the first page.
    await waitForPath(page, '/');
    await see(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await waitForMail(hugo.email, /^Your account will be deleted$/);

    await page.goto('/signin');
    await signIn(page, hugo.email, hugo.password);
    await waitForPath(page, '/home');
    const token = (await page.context().cookies()).find(
      ({ name }) => name === 'ff_user_access_token',
    )?.value;
    expect(await callApi('GET', '/api/users/profile/', { token })).toMatchObject({
      email: hugo.email,
      deletion_at: null,
    });
  });

  it('sets a new password with the code from the email, which works once and ends all other sign-ins', async () => {
    const jana = await newPerson({ first_name: 'Jana' });
    const elsewhere = await browser.open({ as: jana });
    await elsewhere.goto('/home');
    await see(elsewhere.getByRole('button', { name: 'Hello, Jana' }));

    const page = await browser.open();
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await seeHeading(page, 'Reset your password');
    await page.getByLabel('Email', { exact: true }).fill(jana.email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await seeText(page, `If ${jana.email} has an account here, a code is on its way.`);
    const { text } = await waitForMail(jana.email, /^Your code for a new password$/);
    const code = /^ {4}([A-Z2-9]{8})$/m.exec(text)?.[1] ?? '';
    expect(code).not.toBe('');

    const fill = async (typed: string, password: string) => {
      await page.getByLabel('Code from the email').fill(typed);
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Password again').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await fill(code === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA', 'Fresh-Pass-2026!');
    expect(await fieldErrorOf(page, 'Code from the email')).toContain(
      'This code is wrong or has expired.',
    );
    await fill(code, 'Fresh-Pass-2026!');
    await waitForPath(page, '/signin');
    await seeText(page, 'Your password is changed. Sign in with the new one.');
    // The other window notices by itself that it is signed out.
    await waitUntilHidden(elsewhere.getByRole('button', { name: 'Hello, Jana' }));

    await signIn(page, jana.email, demoPassword);
    await see(page.getByRole('alert').getByText('The email or the password is wrong.'));
    await signIn(page, jana.email, 'Fresh-Pass-2026!');
    await waitForPath(page, '/home');
  });

  it('requires a confirmed email address before the person can take part in a study', async () => {
    const page = await browser.open();
    await page.goto('/signup');
    for (const [label, value] of [
      ['First name', 'Karl'],
      ['Last name', 'Kern'],
      ['Email', 'karl@account.test'],
      ['Password', demoPassword],
      ['Password again', demoPassword],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Create account' }).click();
    await seeHeading(page, 'Check your inbox');
    await page.goto('/signin');
    await signIn(page, 'karl@account.test', demoPassword);
    await seeText(
      page,
      'You must verify your email before participating in any studies. Check your email inbox for instructions.',
    );
    await page
      .getByRole('region', { name: 'About your account' })
      .getByRole('button', { name: 'Send the email again' })
      .click();
    await seeText(page, 'A new email is on its way to karl@account.test');
  });
});
