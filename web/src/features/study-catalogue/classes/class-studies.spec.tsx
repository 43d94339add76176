import { screen, waitFor, within } from '@testing-library/react';
import { readEligibilityFits } from '../../../../../contracts/catalogue/eligibility-fits';
import { listAssignments } from '../../../../../contracts/teaching/assignments';
import { type ClassStudy, listClassStudies } from '../../../../../contracts/teaching/class-studies';
import { type Classroom, listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { useAuth } from '../../../lib/auth/auth.store';
import { aBuildingClass, aClassStudy } from '../../../test/class-building';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { anAlternative, teachingId, aCreditCourse } from '../../../test/teaching';
import { user } from '../../../test/user';

const all = [
  aClassStudy(),
  aClassStudy({ _id: teachingId(85), title: 'Our own', own: true, review: 'approved' }),
  aClassStudy({ _id: teachingId(86), title: 'Not yet', recruiting: false, session_id: null }),
];
function show(items: ClassStudy[] = all, classroom: Classroom = aBuildingClass()) {
  const asked = fakeServer(
    profileRoute(aUser()),
    on(readEligibilityFits).answer({ status: 200, body: { items: [] } }),
    on(listClassrooms).answer({ status: 200, body: { items: [classroom], next_cursor: null } }),
    on(listClassStudies).answer({ status: 200, body: { items } }),
    on(listAssignments).answer({
      status: 200,
      body: {
        items: [
          anAlternative(),
          anAlternative({ _id: teachingId(87), kind: 'build_study', title: 'Build one' }),
        ],
        next_cursor: null,
      },
    }),
    on(readOwnCredits).answer({
      status: 200,
      body: { courses: [aCreditCourse()], credits: [], pending: [] },
    }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/home');
  return asked;
}
const article = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('article') as HTMLElement;
beforeEach(() => freshBrowser());

test('the page shows studies of classmates beside alternative assignments, with minutes, credit and a link', async () => {
  show();
  const card = within(await article('Colours and words'));
  expect(card.getByRole('link', { name: 'Colours and words' })).toHaveAttribute(
    'href',
    `/study/details/${teachingId(52)}?session=${teachingId(53)}`,
  );
  expect(card.getByText('By Mia Muster and Ole Olsen')).toBeVisible();
  expect(card.getByText('about 15 minutes')).toBeVisible();
  expect(card.getByText('0.25 credits')).toBeVisible();
  expect(card.getByText('Study of your class')).toBeVisible();
  expect(await article('Read a paper')).toBeVisible();
});

test('studies of the student’s group, and those that do not recruit, are not shown', async () => {
  show();
  await article('Colours and words');
  expect(screen.queryByText('Our own')).not.toBeInTheDocument();
  expect(screen.queryByText('Not yet')).not.toBeInTheDocument();
});

test('the filters also apply to studies of the class', async () => {
  show([aClassStudy({ offers_credit: false })]);
  await article('Colours and words');
  await user.click(screen.getByRole('checkbox', { name: 'For credit' }));
  await waitFor(() => expect(screen.queryByText('Colours and words')).not.toBeInTheDocument());
});

test('the list of own classrooms links to the studies that a student builds', async () => {
  show();
  const strip = within(await screen.findByRole('region', { name: 'Your classrooms' }));
  expect(strip.getByRole('link', { name: 'Build one' })).toHaveAttribute(
    'href',
    `/assignments/${teachingId(87)}`,
  );
  expect(strip.getByRole('link', { name: 'Build a study for Group A' })).toHaveAttribute(
    'href',
    `/experiments/new?classroom=${aBuildingClass()._id}`,
  );
});

test('the page requests no studies of a class whose students build no studies', async () => {
  const asked = show(all, aBuildingClass({ students_build: false }));
  await article('Read a paper');
  expect(asked.some(({ path }) => path.endsWith('/studies/') && path.includes('classrooms'))).toBe(
    false,
  );
  expect(screen.queryByRole('link', { name: /Build a study/ })).not.toBeInTheDocument();
});
