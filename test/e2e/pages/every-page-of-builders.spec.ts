/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import type { Assignment } from '../../../contracts/teaching/assignments';
import type { Classroom, JoinCode } from '../../../contracts/teaching/classrooms';
import type { Study } from '../../../contracts/studies/studies';
import { callApi, demoPerson, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { see } from '../support/see';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';
import { classroomTitle } from './taught-classroom';

const browser = useBrowser();
const title = 'Farbwörter und Aufmerksamkeitsspannenmessung';

let student: Person;
let instructor: Person;
let study: string;
let template: string;
let assignment: string;
let classroom: string;
beforeAll(async () => {
  [instructor, student] = await Promise.all([demoPerson('collaborator'), newPerson()]);
  const as =
    ({ token }: Person) =>
    <T>(method: string, path: string, body: object) =>
      callApi<T>(method, path, { token, body });
  const [teach, build] = [as(instructor), as(student)];
  ({ _id: classroom } = await teach<Classroom>('POST', '/api/classrooms/', {
    title: classroomTitle,
  }));
  const path = `/api/classrooms/${classroom}/`;
  await teach('PUT', path, { consent_text: 'You may stop at any time.', students_build: true });
  await teach('PUT', path, { state: 'open' });
  const { code } = await teach<JoinCode>('POST', `${path}join-code/`, { uses: 30 });
  await build('POST', '/api/memberships/', { code });
  ({ _id: assignment } = await teach<Assignment>('POST', `${path}assignments/`, {
    kind: 'build_study',
    title: 'Build a study',
    instructions: 'Change one thing.\n\nSay why.',
  }));
  ({ _id: study } = await build<Study>('POST', '/api/studies/', {
    title,
    description: 'Name the colours.',
    duration_minutes: 10,
    privacy_level: 'anonymous',
    classroom_id: classroom,
  }));
  ({ _id: template } = await teach<Study>('POST', '/api/studies/', {
    title: 'Words and keys',
    description: 'You read words.',
    duration_minutes: 10,
    privacy_level: 'anonymous',
  }));
  await teach('POST', `/api/studies/${study}/classroom-review/comments/`, {
    part: 'title',
    text: 'A shorter one would do.',
  });
});

const part = (tab: string, then?: PageToCheck['then']): PageToCheck => ({
  path: () => `/experiments/details/${study}?tab=${tab}`,
  who: () => student,
  heading: title,
  ...(then && { then }),
});
const pages: Record<string, PageToCheck> = {
  'the studies of a student': {
    path: () => '/experiments',
    who: () => student,
    heading: 'Your studies',
    then: (page) => see(page.getByText(/^For your class/)),
  },
  'a new study for a class': {
    path: () => '/experiments/new',
    who: () => student,
    heading: 'New study',
    then: (page) => see(page.getByLabel('Title')),
  },
  'an assignment to build a study': {
    path: () => `/assignments/${assignment}`,
    who: () => student,
    heading: 'Build a study',
    then: (page) => see(page.getByRole('link', { name: title })),
  },
  'the details of a study of a class': part('details', (page) =>
    see(page.getByText('A shorter one would do.')),
  ),
  'how a study of a class runs': part('runs'),
  'the rehearsal of a study of a class': part('rehearse'),
  'the review of a study of a class': part('review', (page) =>
    see(page.getByRole('link', { name: 'Read and answer comments beside the parts' })),
  ),
  'the sessions of a study of a class': part('sessions'),
  'the form of a class': part('consent', (page) =>
    see(page.getByText('You may stop at any time.')),
  ),
  'the data of a study of a class': part('data'),
  'the group of a study of a class': part('access', (page) =>
    see(page.getByRole('form', { name: 'Invite a classmate' })),
  ),
  'a study that an instructor shares as a template': {
    path: () => `/experiments/details/${template}?tab=access`,
    who: () => instructor,
    heading: 'Words and keys',
    then: (page) => see(page.getByRole('checkbox', { name: classroomTitle })),
  },
};

describe('pages of students who build studies', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
