/**
 * @long: `npm test -- long` has thirty students, nine of whom copy the template at once, and checks each
 * page with axe-core at the sizes of a desktop and a phone
 */
import type { Page } from 'playwright-core';
import type { Assignment } from '../../../contracts/teaching/assignments';
import { demoPerson, type Person } from '../support/api';
import { triesInTestRun } from '../../support/chance/lanes';
import { useBrowser } from '../support/browser';
import { expectAccessiblePage } from '../support/no-barrier';
import { hasFocus, tabToAndPress, typeInto } from '../support/keyboard';
import { clickBegin } from '../support/running-here';
import {
  waitUntilHidden,
  fieldErrorOf,
  waitForStudySave,
  see,
  seeHeading,
  seeText,
} from '../support/see';
import {
  apiCallerOf,
  copyTemplate,
  publishWordTimeline,
  joinStudents,
  fetchClassStudies,
  submitToInstructor,
} from '../support/teaching/building-class';
import { makeTaughtClass, type TaughtClass, type Teachers } from '../support/teaching/taught-class';

const browser = useBrowser();
const template = { id: '', title: 'Words and keys' };
/** The number of groups that copy and submit by API. */
const others = triesInTestRun(2, 9);

let teachers: Teachers;
let taught: TaughtClass;
let all: Person[];
/** The student who acts in the browser. */
let builder: Person;
/** The study that `builder` makes, once it exists. */
let study: string;
beforeAll(async () => {
  const [administrator, instructor] = await Promise.all([
    demoPerson('administrator'),
    // The staff of a class see new runs a day late. Other test files use the demo's researcher, who
    // must see runs at once, so this file makes a collaborator the instructor.
    demoPerson('collaborator'),
  ]);
  teachers = { administrator, instructor };
  taught = await makeTaughtClass(teachers, 'Building');
  all = await joinStudents(
    taught.join_code,
    Array.from({ length: triesInTestRun(4, 30) }, (_, i) => `No${String(i + 1).padStart(2, '0')}`),
  );
  builder = mate(0);
  const call = apiCallerOf(instructor);
  ({ _id: template.id } = await call('POST', '/api/studies/', {
    title: template.title,
    description: 'You read words.',
    duration_minutes: 15,
    privacy_level: 'anonymous',
    offers_credit: true,
  }));
  await publishWordTimeline(instructor, template.id, 'red');
}, 90_000);

/** Returns one of the students. */
function mate(n: number): Person {
  const found = all[n];
  if (!found) throw new Error(`no student ${n}`);
  return found;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const editor = (tab?: string) => `/experiments/details/${study}${tab ? `?tab=${tab}` : ''}`;

describe('a class whose students build studies', () => {
  it('may build studies once its instructor allows it and writes a consent form', async () => {
    const page = await browser.open({ as: teachers.instructor });
    await page.goto(`/classrooms/${taught.classroom._id}`);
    const section = page.getByRole('region', { name: 'Studies that students build' });
    await section.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Studies that students build' });
    await dialog.getByRole('switch', { name: 'Students may build studies' }).press('Space');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await see(dialog.getByText('Write the consent form first'));
    await dialog.getByLabel('Consent form').fill('You may stop **at any time**.');
    await expectAccessiblePage(page);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await see(section.getByText('Students of this classroom may build studies for their class.'));
    await expectAccessiblePage(page);
  });

  it('gets a template with an analysis script, whose answers are pooled', async () => {
    const page = await browser.open({ as: teachers.instructor });
    await page.goto(`/experiments/details/${template.id}?tab=access`);
    const section = page.getByRole('region', { name: 'Share as a template' });
    await section.getByRole('checkbox', { name: taught.classroom.title }).check();
    await section
      .getByRole('switch', { name: `Pool the answers of ${taught.classroom.title}` })
      .press('Space');
    await section.locator('input[type=file]').setInputFiles({
      name: 'analysis.R',
      mimeType: 'text/plain',
      buffer: Buffer.from('mean(data$rt)\n'),
    });
    await see(section.getByLabel('Name', { exact: true }));
    await expectAccessiblePage(page);
    await button(page, 'Save the sharing').click();
    await seeText(page, 'The study is a template in 1 classroom');
    await page.goto(`/classrooms/${taught.classroom._id}?tab=studies`);
    const templates = page.getByRole('region', { name: 'Templates' });
    await see(templates.getByText('With the analysis script analysis.R'));
    await apiCallerOf(teachers.instructor)<Assignment>(
      'POST',
      `/api/classrooms/${taught.classroom._id}/assignments/`,
      {
        kind: 'build_study',
        title: 'A study of your own',
        instructions: 'Change one thing.',
        study_id: template.id,
      },
    );
  });

  it('has students who copy the template and change it by API, and one who does so on the pages', async () => {
    const groups = all.slice(1, 1 + others);
    await Promise.all(
      groups.map(async (who, i) => {
        const own = await copyTemplate(who, template.id, taught.classroom._id);
        await apiCallerOf(who)('PUT', `/api/studies/${own}/`, { title: `Words of group ${i + 1}` });
        await publishWordTimeline(who, own, 'red', 'green');
        await submitToInstructor(who, own);
      }),
    );
    const page = await browser.open({ as: builder });
    await page.goto('/home');
    await page.getByRole('link', { name: 'A study of your own' }).click();
    await page.getByRole('link', { name: 'Start from the template' }).click();
    await seeHeading(page, 'New study');
    await see(page.getByRole('radio', { name: `From the template “${template.title}”` }));
    await expectAccessiblePage(page);
    await button(page, 'Start from the template').click();
    await page.waitForURL(/\/experiments\/details\//);
    study = page.url().split('/').at(-1) ?? '';
    const made = page.getByRole('region', { name: `Made from “${template.title}”` });
    await see(made.getByText('Nothing yet. It is like the template.'));
    await see(made.getByRole('region', { name: 'analysis.R' }).getByText('mean(data$rt)'));
    const saved = waitForStudySave(page);
    await page.getByRole('textbox', { name: 'Title' }).fill('Words of the browser');
    await saved;
    await see(made.getByRole('button', { name: 'Title' }));
    await expectAccessiblePage(page);
    await page.getByRole('tab', { name: /^Submit for review/ }).click();
    await page.getByLabel('Words to your instructor').fill('Is the title good?');
    await button(page, 'Submit for review').click();
    await see(page.getByRole('region', { name: 'Review' }).getByText(/reads your study/));
    await expectAccessiblePage(page);
    const listed = await fetchClassStudies(teachers.instructor, taught.classroom._id);
    expect(listed.filter(({ review }) => review === 'submitted')).toHaveLength(others + 1);
  });

  it('has a study sent back with a comment beside a part', async () => {
    const page = await browser.open({ as: teachers.instructor });
    await page.goto(`/classrooms/${taught.classroom._id}?tab=studies`);
    await seeText(page, `${others + 1} studies to review`);
    await expectAccessiblePage(page);
    await page.getByRole('link', { name: 'Words of the browser' }).click();
    await seeHeading(page, 'Words of the browser');
    await seeText(page, 'Is the title good?');
    const part = page.getByRole('region', { name: 'Title', exact: true });
    await see(part.getByText('1 difference from the template'));
    await button(page, 'Comment on: Title').click();
    await part.getByLabel('Your comment').fill('It says nothing about the words.');
    await expectAccessiblePage(page);
    await button(page, 'Send the comment').click();
    await see(part.getByText('It says nothing about the words.'));
    await button(page, 'Ask for changes').click();
    expect(await fieldErrorOf(page, 'Words to the group')).not.toBe('');
    await page.getByLabel('Words to the group').fill('Please change the title.');
    await button(page, 'Ask for changes').click();
    await seeText(page, 'You asked the group to change “Words of the browser”');
    await waitUntilHidden(page.getByRole('heading', { name: 'Your decision' }));
    await expectAccessiblePage(page);
  });

  it('has a student who answers, changes the study and submits it again', async () => {
    const page = await browser.open({ as: builder });
    await page.goto(editor());
    const note = page.getByRole('note').filter({ hasText: 'It says nothing about the words.' });
    await note.getByRole('link', { name: 'Answer in the review' }).click();
    await seeText(page, 'Please change the title.');
    await button(page, 'Reply to comments on: Title').click();
    await page.getByLabel('Your comment').fill('I name them now.');
    await button(page, 'Send the comment').click();
    await see(
      page.getByRole('region', { name: 'Title', exact: true }).getByText('I name them now.'),
    );
    await expectAccessiblePage(page);
    await page.getByRole('link', { name: 'To the editor' }).click();
    const saved = waitForStudySave(page);
    await page.getByRole('textbox', { name: 'Title' }).fill('Red and green words');
    await saved;
    await page.getByRole('tab', { name: /^Submit for review/ }).click();
    await seeText(page, 'Please change the title.');
    await button(page, 'Submit again').click();
    await see(page.getByRole('region', { name: 'Review' }).getByText(/reads your study/));
  });

  it('has the study approved by its instructor with the keyboard alone', async () => {
    const page = await browser.open({ as: teachers.instructor });
    await page.goto(`/classrooms/${taught.classroom._id}/studies/${study}`);
    await seeHeading(page, 'Red and green words');
    await seeText(page, 'I name them now.');
    await tabToAndPress(page, button(page, 'Reply to comments on: Title'));
    const field = page.getByLabel('Your comment');
    await hasFocus(field);
    await page.keyboard.type('Good.');
    await tabToAndPress(page, button(page, 'Send the comment'));
    await see(page.getByRole('region', { name: 'Title', exact: true }).getByText('Good.'));
    await typeInto(page, page.getByLabel('Words to the group'), 'Well done.');
    await tabToAndPress(page, button(page, 'Approve'));
    const dialog = page.getByRole('dialog', { name: 'Approve “Red and green words”?' });
    await see(dialog);
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Approve', exact: true }));
    await seeText(page, 'You approved “Red and green words”');
    await waitUntilHidden(page.getByRole('heading', { name: 'Your decision' }));
  });

  it('has the study launched by its student, and classmates find it and run it to its end', async () => {
    const page = await browser.open({ as: builder });
    await page.goto(editor('review'));
    await seeText(page, 'Well done.');
    await page.getByRole('link', { name: 'Go to “Launch”' }).click();
    await page.getByRole('button', { name: 'New session' }).first().click();
    await button(page, 'Create session').click();
    await page.getByRole('button', { name: /^Launch “?Red and green words/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Launch “/ });
    await see(dialog.getByText(`Students of ${taught.classroom.title}, except those who build it`));
    await expectAccessiblePage(page);
    await button(page, 'Launch').click();
    await seeText(page, 'It is among the studies of your class now.');
    await page.goto('/home');
    await see(page.getByRole('region', { name: 'Your classrooms' }));
    expect(await page.getByRole('article').filter({ hasText: 'Red and green words' }).count()).toBe(
      0,
    );

    const desk = await browser.open({ as: mate(all.length - 1) });
    await desk.goto('/home');
    const card = desk.getByRole('article').filter({ hasText: 'Red and green words' });
    await see(card.getByText('0.25 credits'));
    await see(card.getByText('By Student No01'));
    await expectAccessiblePage(desk);
    await card.getByRole('link').click();
    await seeHeading(desk, 'Red and green words');
    await expectAccessiblePage(desk);
    await desk.getByRole('button', { name: 'Enroll now' }).click();
    await seeText(desk, 'You may stop');
    await seeText(desk, /answers of all groups/);
    await expectAccessiblePage(desk);
    await desk.getByRole('checkbox', { name: /I have read this form/ }).check();
    await button(desk, 'Agree and enroll').click();
    await desk.getByRole('link', { name: 'Begin the study' }).click();
    await clickBegin(desk);
    await desk.frameLocator('iframe').getByText('red').waitFor();
    await desk.keyboard.press('f');
    await seeHeading(desk, 'All of your answers have arrived');
  });

  it('says at the next launch that the study has changed since the approval, and what to do', async () => {
    const call = apiCallerOf(builder);
    await call('PUT', `/api/studies/${study}/`, { title: 'Words in blue' });
    await call('POST', `/api/studies/${study}/sessions/`, { capacity: 20 });
    const page = await browser.open({ as: builder });
    await page.goto(editor('sessions'));
    await page.getByRole('button', { name: /^Launch / }).click();
    await button(page, 'Launch').click();
    const refusal = page.getByRole('dialog').getByRole('alert');
    await see(refusal.getByText('It has changed since it was approved'));
    await expectAccessiblePage(page);
    await refusal.getByRole('link', { name: 'Go to the review' }).click();
    const changes = page.getByRole('region', { name: 'What has changed since the approval' });
    await see(changes.getByText('Title'));
    await see(button(page, 'Submit again'));
    await expectAccessiblePage(page);
  });
});
