import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  type Assignment,
  listAssignments,
  submitAssignment,
} from '../../../../../contracts/teaching/assignments';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, type FakeRoute, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { aClassroom, anAlternative, aSubmission, teachingId } from '../../../test/teaching';
import { fill, user } from '../../../test/user';

let stored: Assignment;
const submitted: FakeRoute = on(submitAssignment).answer(({ body }) => {
  const submission = aSubmission({ text: body?.text ?? null });
  stored = { ...stored, submission };
  return { status: 201, body: submission };
});
function show(more: Partial<Assignment>, ...first: FakeRoute[]) {
  stored = anAlternative(more);
  const asked = fakeServer(
    first,
    profileRoute(aUser()),
    on(listClassrooms).answer({ status: 200, body: { items: [aClassroom()], next_cursor: null } }),
    on(listAssignments).answer(() => ({
      status: 200,
      body: { items: [stored], next_cursor: null },
    })),
    submitted,
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  const page = renderPage(`/assignments/${teachingId(4)}`);
  return { asked, page };
}
const field = () => screen.findByLabelText('Your text');
const drafts = () => Object.entries(localStorage).filter(([key]) => key.includes('submission'));
beforeEach(() => freshBrowser());

test('an alternative assignment says its minutes and credits, and that it is read without a name', async () => {
  show({});
  expect(await screen.findByText('0.50 credits')).toBeVisible();
  expect(screen.getByText('about 30 minutes')).toBeVisible();
  expect(screen.getByText('Say what the paper found.')).toBeVisible();
  expect(screen.getByText(/A PDF may carry your name as its author/)).toBeVisible();
});

test('the browser keeps a draft of the account until it is handed in', async () => {
  const { asked } = show({});
  await fill(await field(), 'It found much.');
  expect(drafts()).toEqual([[expect.stringContaining(aUser()._id), 'It found much.']]);
  await user.click(screen.getByRole('button', { name: 'Hand in' }));
  expect(await screen.findByText(/^Handed in on/)).toBeVisible();
  expect(screen.getByText('It found much.')).toBeVisible();
  expect(screen.queryByLabelText('Your text')).not.toBeInTheDocument();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'It found much.' });
  expect(drafts()).toEqual([]);
});

test('a draft is restored after the page was left', async () => {
  localStorage.setItem(`commonlab-submission-${aUser()._id}-${teachingId(4)}`, 'Half of it');
  show({});
  expect(await field()).toHaveValue('Half of it');
});

test('a refused text stays, with the reason', async () => {
  show({}, on(submitAssignment).answer(refusal('deadline_passed', { description: 'Too late.' })));
  await fill(await field(), 'Late work');
  await user.click(screen.getByRole('button', { name: 'Hand in' }));
  expect(await screen.findByText('Too late.')).toBeVisible();
  expect(await field()).toHaveValue('Late work');
  expect(drafts()).toHaveLength(1);
});

test('nothing is handed in without a text', async () => {
  const { asked } = show({});
  await user.click(await screen.findByRole('button', { name: 'Hand in' }));
  expect(screen.getByText('Fill this in')).toBeVisible();
  expect(await field()).toHaveFocus();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('a submission that was sent back shows the reason, and is handed in again', async () => {
  show({ submission: aSubmission({ state: 'sent_back', words: 'Name the method.' }) });
  expect(await screen.findByText('Name the method.')).toBeVisible();
  expect(await field()).toHaveValue('It found little.');
  await fill(await field(), ' By a survey.');
  await user.click(screen.getByRole('button', { name: 'Hand in again' }));
  expect(await screen.findByText(/^Handed in on/)).toBeVisible();
});

test('a submission that waits to be read can be replaced', async () => {
  show({ submission: aSubmission() });
  await user.click(await screen.findByRole('button', { name: 'Hand in another version' }));
  expect(await field()).toHaveValue('It found little.');
});

test('an accepted submission stays as it is', async () => {
  show({ submission: aSubmission({ state: 'accepted' }) });
  expect(await screen.findByText(/^Accepted on/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Hand in/ })).not.toBeInTheDocument();
});

test('after the due date nothing can be handed in', async () => {
  show({ due_at: '2020-01-01T00:00:00Z' });
  expect(await screen.findByText(/The due date has passed/)).toBeVisible();
  expect(screen.queryByLabelText('Your text')).not.toBeInTheDocument();
});

test('a PDF that is too large is refused', async () => {
  const { asked } = show({});
  await user.click(await screen.findByRole('radio', { name: 'As a PDF' }));
  await user.click(screen.getByRole('button', { name: 'Hand in' }));
  expect(screen.getByText('Choose a PDF first.')).toBeVisible();
  const file = new File(['%PDF-'], 'large.pdf', { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: teachingLimits.submissionPdfBytes + 1 });
  const input = document.querySelector('input[type=file]');
  fireEvent.change(input as Element, { target: { files: [file] } });
  expect(
    await screen.findByText('This file is larger than 5 MB. Choose a smaller one.'),
  ).toBeVisible();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('an assignment to take part leads to its study', async () => {
  show({
    kind: 'take_study',
    minutes: null,
    study: { _id: teachingId(30), title: 'Faces in a crowd' },
  });
  expect(await screen.findByRole('link', { name: 'Go to the study' })).toHaveAttribute(
    'href',
    `/study/details/${teachingId(30)}`,
  );
});

test('an assignment of another classroom is not found', async () => {
  show({ _id: teachingId(31) });
  expect(await screen.findByText(/belongs to a classroom that you are not in/)).toBeVisible();
});

test('the page offers to repeat a failed request for the assignment', async () => {
  let isDown = true;
  show(
    {},
    on(listAssignments).answer(() => (isDown ? refusal('internal') : undefined)),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible());
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await field()).toBeVisible();
});
