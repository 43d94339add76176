import { screen, waitFor, within } from '@testing-library/react';
import { listStudies, type StudyCard } from '../../../../../contracts/studies/studies';
import { type Assignment, listAssignments } from '../../../../../contracts/teaching/assignments';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { readEligibilityFits } from '../../../../../contracts/catalogue/eligibility-fits';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, type FakeRoute, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import {
  aClassroom,
  anAlternative,
  aSubmission,
  teachingId,
  aCreditCourse,
} from '../../../test/teaching';
import { user } from '../../../test/user';

const card: StudyCard = {
  _id: teachingId(40),
  title: 'Faces in a crowd',
  description: 'Look at faces.',
  duration_minutes: 40,
  median_minutes: null,
  reward: null,
  spots_available: 5,
  session_id: teachingId(41),
  privacy_level: 'anonymous',
  too_few_people: false,
  runtime_kind: 'builder',
  requirements: [],
  anonymity: null,
  offers_credit: true,
  researcher: { _id: teachingId(42), first_name: 'Grace', last_name: 'Hopper', organization: null },
  closes_at: null,
};
const assignments: Assignment[] = [
  anAlternative(),
  anAlternative({
    _id: teachingId(43),
    title: 'Done',
    submission: aSubmission({ state: 'accepted' }),
  }),
  anAlternative({
    _id: teachingId(44),
    kind: 'take_study',
    title: 'Take part twice',
    minutes: null,
  }),
];

function show(...first: FakeRoute[]) {
  const asked = fakeServer(
    first,
    profileRoute(aUser()),
    on(listStudies).answer({ status: 200, body: { items: [card], next_cursor: null } }),
    on(readEligibilityFits).answer({ status: 200, body: { items: [] } }),
    on(listClassrooms).answer({ status: 200, body: { items: [aClassroom()], next_cursor: null } }),
    on(listAssignments).answer({ status: 200, body: { items: assignments, next_cursor: null } }),
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
const articles = async () => {
  await screen.findByRole('link', { name: 'Faces in a crowd' });
  return screen.getAllByRole('article');
};
const empty = { status: 200 as const, body: emptyList };
beforeEach(() => freshBrowser());

test('a student sees the course, and an alternative assignment beside studies with minutes and credits', async () => {
  show();
  const [study, alternative, ...others] = await articles();
  expect(others).toEqual([]);
  expect(within(study as HTMLElement).getByText('0.75 credits')).toBeVisible();
  const beside = within(alternative as HTMLElement);
  expect(beside.getByRole('link', { name: 'Read a paper' })).toHaveAttribute(
    'href',
    `/assignments/${teachingId(4)}`,
  );
  expect(beside.getByText('0.50 credits')).toBeVisible();
  expect(beside.getByText('about 30 minutes')).toBeVisible();
  const strip = within(screen.getByRole('region', { name: 'Your classrooms' }));
  expect(strip.getByText('0.50 of 3.00 credits earned')).toBeVisible();
  expect(strip.getByRole('link', { name: 'Take part twice' })).toHaveAttribute(
    'href',
    '/home?credit=1',
  );
});

test('the filter for credit asks the server, and keeps the alternative assignment', async () => {
  const asked = show();
  await articles();
  await user.click(screen.getByRole('checkbox', { name: 'For credit' }));
  await waitFor(() =>
    expect(
      asked.some(
        ({ path, query }) => path === listStudies.path && query.get('offers_credit') === 'true',
      ),
    ).toBe(true),
  );
  expect(await screen.findByRole('link', { name: 'Read a paper' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Paid only' }));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Read a paper' })).not.toBeInTheDocument(),
  );
});

test('a person without a classroom sees nothing about classes, and only an empty list is requested', async () => {
  const asked = show(on(listClassrooms).answer(empty));
  const [study, ...others] = await articles();
  expect(others).toEqual([]);
  expect(within(study as HTMLElement).getByText('For credit')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Your classrooms' })).not.toBeInTheDocument();
  const paths = new Set(asked.map(({ path }) => path));
  expect(paths.has(listClassrooms.path)).toBe(true);
  expect(paths.has(readOwnCredits.path)).toBe(false);
});

test('an alternative assignment is shown although no study recruits', async () => {
  show(on(listStudies).answer(empty));
  expect(await screen.findByRole('link', { name: 'Read a paper' })).toBeVisible();
  expect(screen.queryByText('No study is recruiting right now')).not.toBeInTheDocument();
});

test('studies are shown when the request for the classrooms fails, which can be repeated', async () => {
  let isDown = true;
  show(on(listClassrooms).answer(() => (isDown ? refusal('internal') : undefined)));
  await articles();
  isDown = false;
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Read a paper' })).toBeVisible();
});
