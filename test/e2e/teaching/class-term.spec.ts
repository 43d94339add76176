/** @long: `npm test -- long` checks each page with axe-core at the sizes of a desktop and a phone */
import type { Assignment, BlindSubmission } from '../../../contracts/teaching/assignments';
import type { RosterEntry } from '../../../contracts/enrolment/rosters';
import { callApi, demoPerson, type Person, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { expectAccessiblePage } from '../support/no-barrier';
import { see, seeText } from '../support/see';
import {
  approveStudy,
  apiCallerOf,
  copyTemplate,
  launchClassStudy,
  publishWordTimeline,
  joinStudents,
  submitToInstructor,
  takePartInClassStudy,
} from '../support/teaching/building-class';
import { type ServerWithOwnClock, startServerWithOwnClock } from '../support/teaching/later-server';
import { makeTaughtClass, type TaughtClass } from '../support/teaching/taught-class';

const browser = useBrowser();

interface Recruiting {
  owner: Person;
  study: string;
  session: string;
}
let instructor: Person;
let taught: TaughtClass;
let groups: Recruiting[];
let others: Person[];
let later: ServerWithOwnClock;
beforeAll(async () => {
  const [administrator, collaborator] = await Promise.all([
    demoPerson('administrator'),
    // The staff of a class see new runs a day late. Other test files use the demo's researcher, who
    // must see runs at once, so this file makes a collaborator the instructor.
    demoPerson('collaborator'),
  ]);
  instructor = collaborator;
  taught = await makeTaughtClass({ administrator, instructor }, 'Terms');
  const call = apiCallerOf(instructor);
  const { _id: classroom } = taught.classroom;
  await call('PUT', `/api/classrooms/${classroom}/`, {
    students_build: true,
    consent_text: 'You may stop at any time.',
  });
  const { _id: template } = await call('POST', '/api/studies/', {
    title: 'Words and keys',
    description: 'You read words.',
    duration_minutes: 15,
    privacy_level: 'anonymous',
    offers_credit: true,
  });
  await publishWordTimeline(instructor, template, 'red');
  await call('PUT', `/api/studies/${template}/template/`, {
    script: null,
    shares: [{ classroom_id: classroom, pooled: true }],
  });
  const names = ['Builds', 'Constructs', 'Answers', 'Listens', 'Reads', 'Rests'];
  const people = await joinStudents(taught.join_code, names);
  const builders = people.slice(0, 2);
  others = people.slice(2);
  groups = await Promise.all(
    builders.map(async (owner, i) => {
      const study = await copyTemplate(owner, template, classroom);
      await apiCallerOf(owner)('PUT', `/api/studies/${study}/`, {
        title: `Words of group ${i + 1}`,
      });
      await submitToInstructor(owner, study);
      await approveStudy(instructor, study);
      return { owner, study, session: await launchClassStudy(owner, study) };
    }),
  );
  later = await startServerWithOwnClock();
}, 120_000);
afterAll(() => later?.close());

/**
 * Hands in the alternative assignment as the student, and accepts the submission as the instructor.
 */
async function accepted(student: Person): Promise<void> {
  const { _id: classroom } = taught.classroom;
  const { items } = await apiCallerOf(student)<{ items: Assignment[] }>(
    'GET',
    `/api/classrooms/${classroom}/assignments/`,
  );
  await apiCallerOf(student)('POST', `/api/assignments/${items[0]?._id}/submissions/`, {
    text: 'It found that people read words.',
  });
  const waiting = await apiCallerOf(instructor)<{ items: BlindSubmission[] }>(
    'GET',
    `/api/classrooms/${classroom}/submissions/?state=submitted`,
  );
  await apiCallerOf(instructor)('PUT', `/api/submissions/${waiting.items[0]?._id}/`, {
    state: 'accepted',
  });
}

/**
 * Signs the person in again, on the server whose clock is ahead. By that clock, the person's first
 * sign-in has expired.
 */
const today = ({ email, password }: Person) => signInByApi(email, password, later.url);

/**
 * Approves all participations in the group's list, as the group's owner, on the server whose clock
 * is ahead.
 * @returns how many were approved
 */
async function approveOnList({ owner, session }: Recruiting): Promise<number> {
  const call = apiCallerOf(await today(owner), later.url);
  const list = await call<{ items: RosterEntry[] }>('GET', `/api/sessions/${session}/roster/`);
  for (const { entry } of list.items)
    await call('PUT', `/api/sessions/${session}/roster/${entry}/`, { action: 'approve' });
  return list.items.length;
}

describe('the term of a class that builds studies', () => {
  it('ends with sums that count studies of classmates and alternative assignments alike', async () => {
    const [first, second] = groups as [Recruiting, Recruiting];
    const [answers, listens, reads] = others as [Person, Person, Person];
    await takePartInClassStudy(answers, first.study, first.session);
    await takePartInClassStudy(answers, second.study, second.session);
    await takePartInClassStudy(listens, first.study, first.session);
    await takePartInClassStudy(second.owner, first.study, first.session);
    await expect(takePartInClassStudy(first.owner, first.study, first.session)).rejects.toThrow(
      'own_study',
    );
    await accepted(reads);
    // The group's list shows participations as they were at the end of the day before. A decision
    // of the group counts on the next day. Its credit counts one day later.
    await later.nextDay();
    expect([await approveOnList(first), await approveOnList(second)]).toEqual([3, 1]);
    for (let n = 0; n < 3; n++) await later.nextDay();

    const page = await browser.open({ as: await today(instructor), origin: later.url });
    await page.goto(`/classrooms/${taught.classroom._id}?tab=gradebook`);
    const sumOf = (name: string, sum: string) =>
      see(page.getByRole('row', { name: new RegExp(name) }).getByRole('cell', { name: sum }));
    await sumOf('Answers', '0.50');
    await sumOf('Listens', '0.25');
    await sumOf('Constructs', '0.25');
    await sumOf('Reads', '0.50');
    await sumOf('Builds', '0.00');
    await sumOf('Rests', '0.00');
    // The gradebook's entry reveals neither which study it was nor that it was a study.
    expect(await page.getByText('Words of group').count()).toBe(0);
    await expectAccessiblePage(page);

    const own = await browser.open({ as: await today(answers), origin: later.url });
    await own.goto('/history/credits');
    const sums = own.getByRole('region', { name: 'Your classrooms' });
    await see(sums.getByText('0.50 of 3.00 credits earned'));
    await expectAccessiblePage(own);
  });

  it('has one dataset of all groups, for the instructor and for a student of a group', async () => {
    const page = await browser.open({ as: instructor });
    await page.goto(`/classrooms/${taught.classroom._id}?tab=studies`);
    const pools = page.getByRole('region', { name: 'Pooled answers' });
    await see(pools.getByText('2 studies'));
    await pools.getByRole('button', { name: /^Make the dataset of all groups/ }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      pools.getByRole('button', { name: /^Download the dataset/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    await expectAccessiblePage(page);

    const [group] = groups as [Recruiting];
    const desk = await browser.open({ as: group.owner });
    await desk.goto(`/experiments/details/${group.study}?tab=data`);
    const all = desk.getByRole('region', { name: 'Answers of all groups' });
    await see(all.getByText(/2 studies · Ready/));
    await see(all.getByRole('button', { name: 'Download' }));
    await expectAccessiblePage(desk);
    const listed = await callApi<{ items: object[] }>(
      'GET',
      `/api/classrooms/${taught.classroom._id}/pools/`,
      { token: instructor.token },
    );
    expect(listed.items).toMatchObject([
      { studies: 2, export: { state: 'ready', download_url: expect.any(String) as string } },
    ]);
    await expect(
      callApi('GET', `/api/sessions/${group.session}/runs/`, { token: instructor.token }),
    ).rejects.toThrow(/404|403/);
    await seeText(desk, /with a column for the group/);
  });
});
