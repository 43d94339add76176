/** @long: `npm test -- long` checks each page with axe-core at the sizes of a desktop and a phone */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Assignment } from '../../../contracts/teaching/assignments';
import type { Classroom } from '../../../contracts/teaching/classrooms';
import type { Course } from '../../../contracts/teaching/courses';
import { eventually } from '../../support/chance/wait';
import { callApi, demoPerson, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitForMail } from '../support/inbox';
import { expectAccessiblePage } from '../support/no-barrier';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

let administrator: Person;
let researcher: Person;
beforeAll(async () => {
  [administrator, researcher] = await Promise.all([
    demoPerson('administrator'),
    // The staff of a class see new runs a day late. Other test files use the demo's researcher, who
    // must see runs at once, so this file makes a collaborator the instructor.
    demoPerson('collaborator'),
  ]);
});

const code = `PSY-${Date.now()}`;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (within: Locator | Page, name: string) =>
  within.getByRole('button', { name, exact: true });

const join = (person: Person, joinCode: string) =>
  callApi<Classroom>('POST', '/api/memberships/', {
    token: person.token,
    body: { code: joinCode, student_number: '4711' },
  });

describe('in courses and classrooms,', () => {
  it('an administrator makes a course, is led to the alternative assignment that it lacks, and opens it', async () => {
    const page = await browser.open({ as: administrator });
    await page.goto('/home');
    await page.getByRole('button', { name: /^Hello/ }).click();
    await page.getByRole('menuitem', { name: 'Manage Courses' }).click();
    await seeHeading(page, 'Courses');
    await button(page, 'New course').click();
    const form = dialog(page, 'New course');
    await form.getByLabel('Title', { exact: true }).fill('Introduction to psychology');
    await form.getByLabel('Code', { exact: true }).fill(code);
    await form.getByLabel('Term', { exact: true }).fill('Winter 2030/31');
    await form.getByLabel('Required credits').fill('3.00');
    await form.getByLabel('Deadline', { exact: true }).fill('2031-02-28 23:59');
    await button(form, 'Create the course').click();

    const course = dialog(page, 'Introduction to psychology');
    await see(course.getByText('3.00', { exact: true }));
    await button(course, 'Open the course').click();
    const advice = course.getByRole('alert');
    await see(advice.getByText('Add an alternative first'));
    await button(advice, 'Add an alternative').click();
    const work = dialog(page, 'New alternative');
    await work.getByLabel('Title', { exact: true }).fill('Read a paper');
    await work.getByLabel('Instructions').fill('Summarise it on one page.');
    await work.getByLabel('Minutes').fill('31');
    await see(work.getByText('31 minutes: 0.75 credits, as a study of 31 minutes'));
    await button(work, 'Add the assignment').click();
    await see(course.getByText('31 minutes: 0.75 credits'));
    await button(course, 'Open the course').click();
    await seeText(page, '“Introduction to psychology” is open');
    await see(course.getByRole('heading', { name: 'This course is open' }));
    await expectAccessiblePage(page);
  });

  it('a researcher makes a classroom, invites, and renews the code; the former code stops working', async () => {
    const page = await browser.open({ as: researcher });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Research', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Classrooms\s*New$/ }).click();
    await seeHeading(page, 'Classrooms');
    await page.getByRole('button', { name: 'New classroom' }).first().click();
    const form = dialog(page, 'New classroom');
    await form.getByLabel('Title', { exact: true }).fill('Tuesday group');
    await form.getByRole('combobox', { name: 'Course' }).fill(code);
    await page.getByRole('option', { name: new RegExp(code) }).click();
    await button(form, 'Create the classroom').click();
    await seeHeading(page, 'Tuesday group');
    await button(page, 'Open the classroom').click();
    await seeHeading(page, 'This classroom is open');
    await button(page, 'Make a code').click();
    await button(dialog(page, 'Make a code'), 'Make a code').click();
    const link = page.getByText(/\/join\/\w{8}$/);
    const first = (await link.textContent())?.split('/').at(-1) ?? '';
    await waitUntilHidden(page.getByRole('dialog'));
    await button(page, 'Make a new code').click();
    const renewal = dialog(page, 'Make a new code');
    await renewal.getByLabel('How often').fill('30');
    await button(renewal, 'Make a new code').click();
    const second = await eventually(
      async () => (await link.textContent())?.split('/').at(-1) ?? '',
      (now) => now !== first,
    );
    await see(page.getByRole('img', { name: 'QR code of the link' }));
    await expectAccessiblePage(page);

    const student = await newPerson({ first_name: 'Sofia', last_name: 'Ivanova' });
    await expect(join(student, first)).rejects.toThrow('invalid_join_code');
    await join(student, second);

    await page.getByRole('tab', { name: 'Members' }).click();
    const table = page.getByRole('table', { name: 'Members' });
    await see(table.getByRole('row', { name: /Sofia Ivanova.*Student.*4711/ }));
    const address = `invited-${Date.now()}@people.test`;
    await page
      .getByLabel('Email addresses')
      .fill(`Invited Person <${address}>; nobody(at)people.test`);
    await button(page, 'Invite 1 address').click();
    await seeText(page, '1 entry is no email address');
    await eventually(
      () => page.getByLabel('Email addresses').inputValue(),
      (kept) => kept === 'nobody(at)people.test',
    );
    await waitForMail(address, /class/i);
    await button(page, `Withdraw the invitation of ${address}`).click();
    await waitUntilHidden(page.getByRole('row', { name: new RegExp(address) }));
    await button(page, 'Actions for Sofia Ivanova').click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await dialog(page, 'Role of Sofia Ivanova').getByRole('radio', { name: 'Assistant' }).check();
    await button(dialog(page, 'Role of Sofia Ivanova'), 'Save changes').click();
    await see(table.getByRole('row', { name: /Sofia Ivanova.*Assistant/ }));
    await expectAccessiblePage(page);
  });

  it('a submission without a name is sent back and accepted, and the gradebook downloads', async () => {
    const { items } = await callApi<{ items: Classroom[] }>('GET', '/api/classrooms/', {
      token: researcher.token,
    });
    const classroom = items.find(({ course }) => course?.code === code);
    const student = await newPerson({ first_name: 'Tom', last_name: 'Öztürk' });
    await join(student, classroom?.join_code?.code ?? '');
    const { items: assignments } = await callApi<{ items: Assignment[] }>(
      'GET',
      `/api/classrooms/${classroom?._id}/assignments/`,
      { token: student.token },
    );
    const handIn = (words: string) =>
      callApi('POST', `/api/assignments/${assignments[0]?._id}/submissions/`, {
        token: student.token,
        body: { text: words },
      });
    await handIn('Too short.');
    const page = await browser.open({ as: researcher });
    await page.goto(`/classrooms/${classroom?._id}?tab=reading`);
    await see(page.getByText('Too short.'));
    expect(await page.getByText('Öztürk').count()).toBe(0);
    await page.getByRole('button', { name: /^Send back submission \d{6}$/ }).click();
    await page.getByLabel('What is missing').fill('A page, not a line.');
    await button(page, 'Send back').click();
    await seeHeading(page, 'Nothing waits to be read');
    await page.getByLabel('Show', { exact: true }).selectOption('sent_back');
    await see(page.getByText('A page, not a line.'));

    await handIn('A whole page.');
    await page.getByLabel('Show', { exact: true }).selectOption('submitted');
    await see(page.getByText('A whole page.'));
    await page.getByRole('button', { name: /^Accept submission \d{6}$/ }).click();
    await button(page.getByRole('dialog'), 'Accept').click();
    await seeHeading(page, 'Nothing waits to be read');

    await page.getByRole('tab', { name: 'Gradebook' }).click();
    const row = page.getByRole('row', { name: /Tom Öztürk/ });
    // The gradebook shows the credits of past days, so the credit accepted today is not in the sum.
    await see(row.getByRole('cell', { name: '0.00' }));
    await expectAccessiblePage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Tuesday group \d{4}-\d\d-\d\d\.csv$/);
    const table = await readFile(await download.path(), 'utf8');
    expect(table.charCodeAt(0)).toBe(0xfeff);
    expect(table).toContain('Öztürk');
    expect(table).toContain('4711');
  });

  it('an archived course is read only', async () => {
    const { _id } = await callApi<Course>('POST', '/api/courses/', {
      token: administrator.token,
      body: {
        title: 'Statistics',
        code: `${code}-2`,
        term: 'Summer',
        required_credits: 0,
        credits_per_hour: 100,
        deadline: '2031-02-28T22:59:00Z',
      },
    });
    const page = await browser.open({ as: administrator });
    await page.goto(`/courses?course=${_id}`);
    const course = dialog(page, 'Statistics');
    await button(course, 'Archive').click();
    await button(dialog(page, 'Archive “Statistics”?'), 'Archive').click();
    await see(course.getByText('This course can only be read. Its credits stay.'));
    expect(await button(course, 'Edit').count()).toBe(0);
    expect(await button(course, 'Add an alternative').count()).toBe(0);
  });
});
