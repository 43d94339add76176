/** @long: `npm test -- long` checks each page with axe-core at the sizes of a desktop and a phone */
import { readFile } from 'node:fs/promises';
import type { BlindSubmission } from '../../../contracts/teaching/assignments';
import { callApi, demoPerson, newPerson, type Person, recruit } from '../support/api';
import { unique } from '../../support/chance/unique';
import { useBrowser } from '../support/browser';
import { grantTomorrowsCredits } from '../support/teaching/credit-jobs';
import { expectAccessiblePage } from '../support/no-barrier';
import { waitForStudySave, see, seeHeading, waitForPath, seeText, signIn } from '../support/see';
import { makeTaughtClass, type TaughtClass, type Teachers } from '../support/teaching/taught-class';

const browser = useBrowser();

const pdf = {
  name: 'work.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${'% People see faces.\n'.repeat(100)}%%EOF\n`),
};

let teachers: Teachers;
beforeAll(async () => {
  const [administrator, instructor] = await Promise.all([
    demoPerson('administrator'),
    // The staff of a class see new runs a day late. Other test files use the demo's researcher, who
    // must see runs at once, so this file makes a collaborator the instructor.
    demoPerson('collaborator'),
  ]);
  teachers = { administrator, instructor };
});

/** Decides, as staff of a classroom, about its only submission. */
async function decide({ classroom }: TaughtClass, verdict: object): Promise<void> {
  const { token } = teachers.instructor;
  const path = `/api/classrooms/${classroom._id}/submissions/?state=submitted`;
  const { items } = await callApi<{ items: BlindSubmission[] }>('GET', path, { token });
  await callApi('PUT', `/api/submissions/${items[0]?._id}/`, { token, body: verdict });
}

const joinByApi = ({ token }: Person, { join_code }: TaughtClass) =>
  callApi('POST', '/api/memberships/', { token, body: { code: join_code } });

describe('credits of a student', () => {
  it('are earned by an alternative assignment that is sent back once, and move to a different course', async () => {
    const [taught, other] = await Promise.all([
      makeTaughtClass(teachers, 'Perception'),
      makeTaughtClass(teachers, 'Statistics', 50),
    ]);
    const student = await newPerson({ first_name: 'Nora', last_name: 'Neumann' });
    await joinByApi(student, other);
    const page = await browser.open();
    await page.goto(`/join/${taught.join_code.toLowerCase()}`);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await waitForPath(page, '/signin');
    await signIn(page, student.email, student.password);
    await seeHeading(page, 'Group of Perception');
    await seeText(page, 'They are not shown which studies you take part in');
    await expectAccessiblePage(page);
    await page.getByLabel('Student number (optional)').fill('4711');
    await page.getByRole('button', { name: 'Join' }).click();
    await waitForPath(page, '/home');
    const strip = page.getByRole('region', { name: 'Your classrooms' });
    await see(strip.getByText('0.00 of 3.00 credits earned'));

    await page.getByRole('link', { name: 'Read a paper on perception' }).click();
    await page.getByLabel('Your text').fill('It found that');
    await page.reload();
    const text = page.getByLabel('Your text');
    await see(text);
    expect(await text.inputValue()).toBe('It found that');
    await expectAccessiblePage(page);
    await text.fill('It found that people see faces.');
    await page.getByRole('button', { name: 'Hand in', exact: true }).click();
    await seeText(page, /^Handed in on/);

    await decide(taught, { state: 'sent_back', words: 'Name the method.' });
    await page.goto('/home');
    const card = page.getByRole('article').filter({ hasText: 'Read a paper on perception' });
    await see(card.getByText('Sent back to you'));
    await expectAccessiblePage(page);
    await card.getByRole('link').click();
    await seeText(page, 'Name the method.');
    await page.getByRole('radio', { name: 'As a PDF' }).check();
    await page.locator('input[type=file]').setInputFiles(pdf);
    await page.getByRole('button', { name: 'Hand in again' }).click();
    await seeText(page, /^Handed in on/);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save your PDF' }).click(),
    ]);
    expect(await readFile(await saved.path())).toEqual(pdf.buffer);

    await decide(taught, { state: 'accepted' });
    await page.goto('/history/credits');
    await see(page.getByRole('region', { name: 'On the way' }).getByText('Read a paper'));
    await grantTomorrowsCredits();
    await page.reload();
    const sums = page.getByRole('region', { name: 'Your classrooms' }).getByRole('listitem');
    const [perception, statistics] = ['Perception', 'Statistics'].map((hasText) =>
      sums.filter({ has: page.getByRole('heading', { name: hasText }) }),
    ) as [typeof sums, typeof sums];
    await see(perception.getByText('0.50 of 3.00 credits earned'));
    await expectAccessiblePage(page);
    await page.getByRole('button', { name: /^Move the credit for Read a paper/ }).click();
    await page.getByRole('menuitem', { name: /^Statistics.*0\.25 credits$/ }).click();
    await see(statistics.getByText('0.25 of 3.00 credits earned'));
    await see(perception.getByText('0.00 of 3.00 credits earned'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(perception.getByText('0.50 of 3.00 credits earned'));
  });

  it('are offered by a study whose researcher says so, which the filter of the catalogue finds', async () => {
    const { instructor } = teachers;
    const [voices, tones] = [`Voices ${unique()}`, `Tones ${unique()}`];
    const [{ study_id }, taught, student] = await Promise.all([
      recruit(instructor, voices, 5),
      makeTaughtClass(teachers, 'Listening'),
      newPerson(),
    ]);
    const desk = await browser.open({ as: instructor });
    await desk.goto(`/experiments/details/${study_id}?tab=runs`);
    const saved = waitForStudySave(desk);
    await desk.getByRole('checkbox', { name: /^Students get credit for their courses/ }).check();
    await saved;

    // The running session offers no credit, because a session keeps the settings of its launch. A
    // session that is launched now offers credit.
    await recruit(instructor, tones, 5, 'catalogue', undefined, {
      offers_credit: true,
    });
    await joinByApi(student, taught);
    const page = await browser.open({ as: student });
    await page.goto('/home');
    await see(page.getByRole('link', { name: voices }));
    await page.getByRole('checkbox', { name: 'For credit' }).press('Space');
    await page.getByRole('link', { name: voices }).waitFor({ state: 'hidden' });
    const card = page.getByRole('article').filter({ hasText: tones });
    await see(card.getByText('0.25 credits'));
    await card.getByRole('link').click();
    await see(page.getByRole('region', { name: 'Take part' }).getByText('0.25 credits'));
  });
});
