import { callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { seeText } from '../support/see';

const browser = useBrowser();
const onPaper = process.env.PICTURES;
const reason =
  'Forty pages within two minutes, and both questions that ask to tick a given box were answered with another one.';

/** Makes a participant whose completed participation was rejected. */
async function rejected() {
  const researcher = await demoPerson('researcher');
  const r = await recruit(researcher, 'Reading on screens', 5, 'catalogue', undefined, {
    privacy_level: 'roster_on_start',
  });
  const person = await newPerson();
  const { _id } = await enrolByApi(person, r);
  const act = (token: string, body: object) =>
    callApi('PUT', `/api/participations/${_id}/`, { token, body });
  await act(person.token, { action: 'start' });
  await act(person.token, { action: 'complete' });
  await act(researcher.token, { action: 'reject', category: 'too_fast', reason });
  return person;
}

/** Takes screenshots of the administrators' page: in German on a phone, and in English. */
async function pictures(folder: string) {
  const as = await demoPerson('administrator');
  for (const [name, options] of [
    ['de-360', { locale: 'de-DE', viewport: { width: 360, height: 800 } }],
    [
      'de-360-dark',
      { locale: 'de-DE', viewport: { width: 360, height: 800 }, colorScheme: 'dark' },
    ],
    ['en-1280', {}],
  ] as const) {
    const page = await browser.open({ as, ...options });
    await page.route('**/api/payout-checks/', (route) =>
      route.fulfill({
        json: {
          items: [1, 2].map((n) => ({
            _id: `0193a1b2-0000-7000-8000-00000000004${n}`,
            amount: 450 * n,
            currency: 'EUR',
            day: '2026-11-29',
            year: 2026,
            year_total: 60_450 + n,
          })),
          next_cursor: null,
        },
      }),
    );
    for (const [tab, ready] of [
      ['answers', 'article'],
      ['held', 'table'],
    ] as const) {
      await page.goto(`/admin/payments?tab=${tab}`);
      await page.getByRole(ready).first().waitFor();
      await page.screenshot({ path: `${folder}/${tab}-${name}.png`, fullPage: true });
    }
  }
}

it('A participant whose participation was rejected answers, and an administrator approves the payment', async () => {
  const person = await rejected();
  const own = await browser.open({ as: person });
  await own.goto('/history/participation');
  await own.getByRole('tab', { name: /^Past/ }).click();
  await own.getByRole('button', { name: /^Answer the decision about/ }).click();
  await own.getByRole('textbox', { name: 'Your answer' }).fill('I read each page.');
  await own.getByRole('button', { name: 'Send the answer' }).click();
  await seeText(own, 'The researchers can read your answer.');

  const page = await browser.open({ as: await demoPerson('administrator') });
  await page.goto('/admin/payments?tab=answers');
  const card = page.getByRole('article').filter({ hasText: 'I read each page.' });
  await card.waitFor();
  if (onPaper) await pictures(onPaper);
  await card.getByRole('button', { name: /^Approve/ }).click();
  const asking = page.getByRole('dialog', { name: /^Approve/ });
  await asking.getByRole('textbox', { name: 'Reason' }).fill('The pages were short.');
  await asking.getByRole('button', { name: 'Approve the payment' }).click();
  await seeText(page, 'Approved');

  await own.goto('/history/participation');
  await own.getByRole('tab', { name: /^Past/ }).click();
  await seeText(own, 'The pages were short.');
  await own.getByRole('button', { name: /^Choose how/ }).waitFor();
});
