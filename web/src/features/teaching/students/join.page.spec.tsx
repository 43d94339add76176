import { screen, waitFor } from '@testing-library/react';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import {
  joinClassroom,
  previewJoin,
  type JoinPreview,
} from '../../../../../contracts/teaching/joining';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { listAssignments } from '../../../../../contracts/teaching/assignments';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { useAuth } from '../../../lib/auth/auth.store';
import { readPendingRegistration } from '../../../lib/pending-registration';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { type FakeAnswer, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { aClassroom, aCourse, teachingId } from '../../../test/teaching';
import { fill, user } from '../../../test/user';

const preview = (more: Partial<JoinPreview> = {}): JoinPreview => ({
  title: 'Group A',
  instructors: ['Grace Hopper'],
  course: aCourse(),
  role: 'student',
  classroom_id: null,
  ...more,
});

type Answers = FakeAnswer<typeof previewJoin> | (() => FakeAnswer<typeof previewJoin>);
function show(answer: Answers, address = '/join/ABCDEFGH') {
  const asked = fakeServer(
    profileRoute(aUser()),
    on(previewJoin).answer(answer),
    on(joinClassroom).answer({ status: 201, body: aClassroom() }),
    on(changeProfile).answer({ status: 200, body: aUser() }),
    on(listClassrooms).answer({ status: 200, body: { items: [aClassroom()], next_cursor: null } }),
    on(listAssignments).answer({ status: 200, body: emptyList }),
    on(readOwnCredits).answer({ status: 200, body: { courses: [], credits: [], pending: [] } }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  return { asked, page: renderPage(address) };
}
beforeEach(() => freshBrowser());

test('a visitor signs in and comes back to the code', async () => {
  fakeServer(emptyServerRoutes);
  const page = renderPage('/join/ABCDEFGH');
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(page.at()).toBe('/signin'));
  expect(useAuth.getState().redirectUrl).toBe('/join/ABCDEFGH');
});

test('a typed code leads to its classroom', async () => {
  const { page } = show({ status: 200, body: preview() }, '/join');
  await user.click(await screen.findByRole('button', { name: 'Look at the classroom' }));
  expect(screen.getByText('Fill this in')).toBeVisible();
  await fill(screen.getByLabelText('Join code'), 'abcd-efgh');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Group A' })).toBeVisible();
  await waitFor(() => expect(page.at()).toBe('/join/abcd-efgh'));
});

test('a student reads what joining means before joining, and gives a student number', async () => {
  const { asked, page } = show({ status: 200, body: preview() });
  expect(
    await screen.findByText(/They are not shown which studies you take part in/),
  ).toBeVisible();
  expect(screen.getByText('They see you as Ada Lovelace, ada@example.org.')).toBeVisible();
  expect(screen.getByText('3.00 required, 1.00 per hour')).toBeVisible();
  expect(screen.getByText('Grace Hopper')).toBeVisible();
  expect(asked.some(({ path }) => path === joinClassroom.path)).toBe(false);
  await fill(screen.getByLabelText('Student number (optional)'), ' 4711 ');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(page.at()).toBe('/home'));
  expect(asked.find(({ path }) => path === joinClassroom.path)?.body).toEqual({
    code: 'ABCDEFGH',
    student_number: '4711',
  });
});

test('an assistant sees what the role is, and gives no student number', async () => {
  show({ status: 200, body: preview({ role: 'assistant', course: null }) });
  expect(await screen.findByText(/invited as an assistant/)).toBeVisible();
  expect(screen.queryByLabelText(/Student number/)).not.toBeInTheDocument();
});

test('a member sees that they have joined already, and cannot join again', async () => {
  show({ status: 200, body: preview({ classroom_id: teachingId(2) }) });
  expect(await screen.findByText('You are in this classroom already.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument();
});

test('a code that does not work leads to a field for a different one', async () => {
  const { page } = show(refusal('invalid_join_code'));
  await user.click(await screen.findByRole('link', { name: 'Enter another code' }));
  await waitFor(() => expect(page.at()).toBe('/join'));
});

test('a code for addresses of a different domain names it, and leads to the account', async () => {
  show(refusal('mail_domain_required', { description: 'Addresses end with @uni.test.' }));
  expect(await screen.findByText('Addresses end with @uni.test.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change your address' })).toHaveAttribute(
    'href',
    '/profile',
  );
});

test('an unverified address gets the email again, whose link leads back', async () => {
  const { asked } = show(refusal('email_not_verified'));
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ action: 'email-verify' }),
  );
  expect(readPendingRegistration()?.to).toBe('/join/ABCDEFGH');
});

test('the page offers to repeat a failed request for the class of a code', async () => {
  let isDown = true;
  show(() => (isDown ? refusal('internal') : { status: 200, body: preview() }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Group A' })).toBeVisible();
});
