/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import { demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { see } from '../support/see';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';
import {
  studentStudyTitle,
  makeTaughtClassroom,
  classroomTitle,
  type TaughtClassroom,
} from './taught-classroom';

const browser = useBrowser();

let administrator: Person;
let instructor: Person;
let taught: TaughtClassroom;
beforeAll(async () => {
  const [participant, office, collaborator] = await Promise.all([
    demoPerson('participant'),
    demoPerson('administrator'),
    demoPerson('collaborator'),
  ]);
  administrator = office;
  instructor = collaborator;
  taught = await makeTaughtClassroom({ participant, researcher: instructor, administrator });
});

const pages: Record<string, PageToCheck> = {
  'the courses': {
    path: () => '/courses',
    who: () => administrator,
    heading: 'Courses',
    then: (page) => see(page.getByRole('button', { name: taught.courseTitle })),
  },
  'a course': {
    path: () => `/courses?course=${taught.course}`,
    who: () => administrator,
    heading: 'Courses',
    then: (page) => see(page.getByText('45 minutes: 0.75 credits')),
  },
  'the classrooms': {
    path: () => '/classrooms',
    who: () => instructor,
    heading: 'Classrooms',
    then: (page) => see(page.getByRole('table', { name: 'You teach' })),
  },
  'a classroom': {
    path: () => `/classrooms/${taught.classroom}`,
    who: () => instructor,
    heading: classroomTitle,
    then: (page) => see(page.getByRole('img', { name: 'QR code of the link' })),
  },
  'the members of a classroom': {
    path: () => `/classrooms/${taught.classroom}?tab=members`,
    who: () => instructor,
    heading: classroomTitle,
    then: (page) => see(page.getByRole('table', { name: 'Invitations that wait' })),
  },
  'the assignments of a classroom': {
    path: () => `/classrooms/${taught.classroom}?tab=assignments`,
    who: () => instructor,
    heading: classroomTitle,
    then: async (page) => {
      await page.getByRole('button', { name: 'Add an alternative' }).click();
      await see(page.getByLabel('Minutes'));
    },
  },
  'the studies of a classroom': {
    path: () => `/classrooms/${taught.classroom}?tab=studies`,
    who: () => instructor,
    heading: classroomTitle,
    then: (page) => see(page.getByRole('link', { name: studentStudyTitle })),
  },
  'the review of a study of a classroom': {
    path: () => `/classrooms/${taught.classroom}/studies/${taught.study}`,
    who: () => instructor,
    heading: studentStudyTitle,
    then: async (page) => {
      await page.getByRole('button', { name: 'Comment on: Consent form' }).click();
      await see(page.getByLabel('Your comment'));
    },
  },
  'the submissions of a classroom': {
    path: () => `/classrooms/${taught.classroom}?tab=reading`,
    who: () => instructor,
    heading: classroomTitle,
    then: (page) => see(page.getByRole('button', { name: /^Accept submission/ })),
  },
  'the gradebook of a classroom': {
    path: () => `/classrooms/${taught.classroom}?tab=gradebook`,
    who: () => instructor,
    heading: classroomTitle,
    then: (page) => see(page.getByRole('table', { name: 'Gradebook' })),
  },
};

describe('pages of courses and classrooms', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
