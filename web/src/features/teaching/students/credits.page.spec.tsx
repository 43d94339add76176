import { screen, waitFor, within } from '@testing-library/react';
import { listAssignments } from '../../../../../contracts/teaching/assignments';
import { listClassrooms, removeMember } from '../../../../../contracts/teaching/classrooms';
import {
  moveCredit,
  readOwnCredits,
  type OwnCredits,
} from '../../../../../contracts/teaching/credits';
import { useAuth } from '../../../lib/auth/auth.store';
import { useUi } from '../../../lib/ui.store';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, type FakeRoute, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import {
  aClassroom,
  aCourse,
  aCredit,
  anAlternative,
  aSubmission,
  teachingId,
  aCreditCourse,
} from '../../../test/teaching';
import { user } from '../../../test/user';

const statistics = aCreditCourse({
  course: aCourse({ _id: teachingId(20), title: 'Statistics', credits_per_hour: 50 }),
  classroom: null,
  earned: 0,
  missing: 300,
});
const own = (more: Partial<OwnCredits> = {}): OwnCredits => ({
  courses: [aCreditCourse(), statistics],
  credits: [aCredit()],
  pending: [],
  ...more,
});

function show(credits: OwnCredits, ...first: FakeRoute[]) {
  const asked = fakeServer(
    first,
    profileRoute(aUser()),
    on(readOwnCredits).answer({ status: 200, body: credits }),
    on(listClassrooms).answer({ status: 200, body: { items: [aClassroom()], next_cursor: null } }),
    on(listAssignments).answer({
      status: 200,
      body: {
        items: [anAlternative({ submission: aSubmission({ state: 'sent_back' }) })],
        next_cursor: null,
      },
    }),
    on(moveCredit).answer({ status: 200, body: aCredit() }),
    on(removeMember).answer({ status: 204 }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/history/credits');
  return asked;
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const moves = (asked: ReturnType<typeof show>) =>
  asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
beforeEach(() => freshBrowser());

test('each course says what is earned and missing; a course whose classroom was left stays', async () => {
  show(own());
  const classes = await part('Your classrooms');
  expect(classes.getByText('0.50 of 3.00 credits earned')).toBeVisible();
  expect(classes.getByText(/2.50 missing/)).toBeVisible();
  expect(classes.getByText(/You are no longer in a classroom of this course/)).toBeVisible();
  const list = await part('Your credits');
  expect(list.getByText('Faces in a crowd')).toBeVisible();
  expect(list.getByText('Study · 30 minutes')).toBeVisible();
  expect(list.getByText('Introduction to psychology · Winter 2026')).toBeVisible();
});

test('a credit moves to a different course, and back by "Undo"', async () => {
  const asked = show(own());
  await user.click(
    await screen.findByRole('button', { name: 'Move the credit for Faces in a crowd' }),
  );
  await user.click(
    await screen.findByRole('menuitem', { name: 'Statistics · Winter 2026: 0.25 credits' }),
  );
  await waitFor(() => expect(useUi.getState().message?.text).toBe('It counts in Statistics now.'));
  useUi.getState().message?.action?.run();
  await waitFor(() =>
    expect(moves(asked)).toEqual([{ course_id: teachingId(20) }, { course_id: teachingId(1) }]),
  );
});

test('a refused move says why, and the credits are read again', async () => {
  const asked = show(
    own(),
    on(moveCredit).answer(refusal('deadline_passed', { description: 'The deadline has passed.' })),
  );
  await user.click(await screen.findByRole('button', { name: /^Move the credit/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Statistics/ }));
  expect(await screen.findByText('The deadline has passed.')).toBeVisible();
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === readOwnCredits.path).length).toBeGreaterThan(1),
  );
});

test('a credit stays when it cannot move, or no other course is open', async () => {
  show(
    own({
      courses: [aCreditCourse(), aCreditCourse({ ...statistics, open: false })],
      credits: [aCredit(), aCredit({ _id: teachingId(7), movable: false })],
    }),
  );
  await part('Your credits');
  expect(screen.queryByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
});

test('a credit without a course asks for a course, and shows no amount', async () => {
  const asked = show(own({ credits: [aCredit({ course_id: null, credits: null })] }));
  const list = await part('Counts in no course yet');
  expect(list.queryByText(/credits$/)).not.toBeInTheDocument();
  await user.click(list.getByRole('button', { name: /^Choose a course/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Introduction/ }));
  await waitFor(() => expect(moves(asked)).toEqual([{ course_id: teachingId(1) }]));
  await waitFor(() => expect(useUi.getState().message?.action).toBeUndefined());
});

test('pending credit counts from tomorrow on', async () => {
  show(own({ pending: [{ title: 'Voices', minutes: 15 }] }));
  const list = await part('On the way');
  expect(list.getByText('Voices')).toBeVisible();
  expect(list.getByText(/counts from tomorrow on/)).toBeVisible();
});

test('an alternative assignment that was sent back links to the reason', async () => {
  show(own());
  const list = await part('Alternatives');
  expect(list.getByText('Sent back to you')).toBeVisible();
  expect(list.getByRole('link', { name: 'Read a paper' })).toHaveAttribute(
    'href',
    `/assignments/${teachingId(4)}`,
  );
});

test('leaving a class asks for a confirmation, which says that credit stays', async () => {
  const asked = show(own());
  await user.click(await screen.findByRole('button', { name: 'Leave Group A' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Your credit stays/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Leave the classroom' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe(
      `/api/classrooms/${teachingId(2)}/members/${teachingId(3)}/`,
    ),
  );
});

test('without classrooms and credits the page leads to a join code', async () => {
  show(
    { courses: [], credits: [], pending: [] },
    on(listClassrooms).answer({ status: 200, body: { items: [], next_cursor: null } }),
  );
  expect(await screen.findByRole('link', { name: 'Enter a join code' })).toHaveAttribute(
    'href',
    '/join',
  );
});

test('the page offers to repeat a failed request for the credits', async () => {
  let isDown = true;
  show(
    own(),
    on(readOwnCredits).answer(() => (isDown ? refusal('internal') : undefined)),
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  await part('Your credits');
});
