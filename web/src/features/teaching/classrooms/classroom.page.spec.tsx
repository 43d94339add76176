import { screen, waitFor, within } from '@testing-library/react';
import {
  type BlindSubmission,
  decideSubmission,
  listSubmissions,
} from '../../../../../contracts/teaching/assignments';
import { listClassStudies } from '../../../../../contracts/teaching/class-studies';
import {
  type Classroom,
  inviteMembers,
  listInvitations,
  listMembers,
  readClassroom,
} from '../../../../../contracts/teaching/classrooms';
import type { CourseSummary } from '../../../../../contracts/teaching/courses';
import { readGradebook } from '../../../../../contracts/teaching/credits';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { fill, user } from '../../../test/user';

const id = '0193a1b2-0000-7000-8000-0000000000c1';
const course: CourseSummary = {
  _id: '0193a1b2-0000-7000-8000-0000000000d1',
  title: 'Psychology',
  code: 'PSY-101',
  term: 'Winter',
  organization: null,
  required_credits: 300,
  credits_per_hour: 100,
  deadline: distantFuture,
  state: 'open',
};
const classroomOf = (more: Partial<Classroom> = {}): Classroom => ({
  _id: id,
  title: 'Tuesday group',
  state: 'open',
  course,
  role: 'instructor',
  member_id: '0193a1b2-0000-7000-8000-0000000000b1',
  student_number: null,
  instructors: ['Ada Lovelace'],
  counts: { instructors: 1, assistants: 0, students: 2 },
  students_build: false,
  consent_text: null,
  consent_in_force: null,
  join_code: { code: 'KTQXWMCZ', uses_left: 3, expires_at: null, domain: null },
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});
const show = (tab: string, classroom: Classroom, ...routes: readonly FakeRoute[]) => {
  const asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, researcher_privilege: true })),
    ...routes,
    on(readClassroom).answer({ status: 200, body: classroom }),
    on(listMembers).answer({ status: 200, body: emptyList }),
    on(listInvitations).answer({ status: 200, body: emptyList }),
    on(listClassStudies).answer({ status: 200, body: { items: [] } }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/classrooms/${id}${tab && `?tab=${tab}`}`);
  return asked;
};
beforeEach(() => freshBrowser());

const addresses = (count: number) =>
  Array.from({ length: count }, (_, i) => `student-${i}@uni.example`);

describe('inviting a pasted list', () => {
  const invited = (asked: ReturnType<typeof show>) =>
    asked
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/invitations/'))
      .map(({ body }) => (body as { emails: string[] }).emails.length);

  it('sends 200 addresses at a time, and keeps entries that are no addresses', async () => {
    const asked = show(
      'members',
      classroomOf(),
      on(inviteMembers).answer(({ body }) => ({
        status: 201,
        body: { invited: body.emails.length },
      })),
    );
    const field = await screen.findByLabelText('Email addresses');
    await fill(field, [...addresses(201), 'nobody(at)uni.example'].join('\n'));
    await user.click(screen.getByRole('button', { name: 'Invite 201 addresses' }));
    expect(await screen.findByText('201 addresses are invited.')).toBeVisible();
    expect(invited(asked)).toEqual([200, 1]);
    expect(field).toHaveValue('nobody(at)uni.example');
    expect(screen.getByText('1 entry is no email address')).toBeVisible();
  });

  it('keeps the addresses that were not sent when a part is refused', async () => {
    let calls = 0;
    const asked = show(
      'members',
      classroomOf(),
      on(inviteMembers).answer(() =>
        ++calls === 1
          ? { status: 201, body: { invited: 200 } }
          : refusal('too_many_invitations', { description: 'Too many invitations wait.' }),
      ),
    );
    const field = await screen.findByLabelText('Email addresses');
    await fill(field, addresses(202).join('\n'));
    await user.click(screen.getByRole('button', { name: 'Invite 202 addresses' }));
    expect(await screen.findByText('Too many invitations wait.')).toBeVisible();
    expect(field).toHaveValue('student-200@uni.example\nstudent-201@uni.example');
    expect(invited(asked)).toEqual([200, 2]);
  });
});

describe('the page of a classroom', () => {
  it('says that there is no gradebook without a course, and requests none', async () => {
    const asked = show('gradebook', classroomOf({ course: null }));
    expect(await screen.findByText(/belongs to no course/)).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('/gradebook/'))).toBe(false);
  });

  it('shows in the gradebook the credits that are missing, and never fewer than zero', async () => {
    const line = {
      member_id: '0193a1b2-0000-7000-8000-0000000000e1',
      first_name: 'Tom',
      last_name: 'Öztürk',
      email: 'tom@uni.example',
      student_number: '4711',
      required: 300,
      earned: 125,
    };
    const more = {
      ...line,
      member_id: '0193a1b2-0000-7000-8000-0000000000e2',
      first_name: 'Sofia',
      earned: 325,
    };
    show(
      'gradebook',
      classroomOf(),
      on(readGradebook).answer({ status: 200, body: { day: '2026-11-29', lines: [line, more] } }),
    );
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .slice(3)
        .map(({ textContent }) => textContent);
    expect(await cells(/Tom/)).toEqual(['3.00', '1.25', '1.75']);
    expect(await cells(/Sofia/)).toEqual(['3.00', '3.25', '0.00']);
    expect(screen.getByText(/^Sums as of .*29.*, 00:00 UTC$/)).toBeVisible();
  });

  it('can only be read if the classroom is archived', async () => {
    show('', classroomOf({ state: 'archived', join_code: null }));
    expect(await screen.findByText('This classroom is archived')).toBeVisible();
    expect(screen.queryByText('Join code')).not.toBeInTheDocument();
    for (const name of [/Open/, /Close/, /Archive/, /Edit/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('lets an assistant read everything, but change neither state nor code', async () => {
    show('', classroomOf({ role: 'assistant' }));
    expect(await screen.findByText('Only instructors change this.')).toBeVisible();
    expect(screen.getByText('KTQX WMCZ')).toBeVisible();
    for (const name of [/Close/, /Make a new code/, /Remove the code/, /Edit/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('is not shown to a student of the classroom', async () => {
    show('', classroomOf({ role: 'student', counts: null, join_code: null }));
    expect(await screen.findByText('You are a student of this classroom')).toBeVisible();
  });

  it('says so if the classroom does not exist', async () => {
    show('', classroomOf(), on(readClassroom).answer(refusal('not_found')));
    expect(await screen.findByText(/you are no member of this classroom/)).toBeVisible();
  });
});

describe('a submission to an alternative assignment', () => {
  const submission: BlindSubmission = {
    _id: '0193a1b2-0000-7000-8000-0000000000f1',
    assignment_id: '0193a1b2-0000-7000-8000-0000000000f2',
    assignment_title: 'An essay',
    number: '482913',
    state: 'submitted',
    text: 'Too short.',
    has_pdf: false,
    words: null,
    day: '2026-11-29',
  };
  const listed = on(listSubmissions).answer({
    status: 200,
    body: { items: [submission], next_cursor: null },
  });

  it('can be sent back only with a reason, which stays in the field when the server refuses it', async () => {
    const asked = show(
      'reading',
      classroomOf(),
      listed,
      on(decideSubmission).answer(
        refusal('submission_accepted', { description: 'It is accepted already.' }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Send back submission 482913' }));
    await user.click(screen.getByRole('button', { name: 'Send back' }));
    expect(await screen.findByText('Fill this in')).toBeVisible();
    await fill(screen.getByLabelText('What is missing'), 'A page.');
    await user.click(screen.getByRole('button', { name: 'Send back' }));
    expect(await screen.findByText('It is accepted already.')).toBeVisible();
    expect(screen.getByLabelText('What is missing')).toHaveValue('A page.');
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { state: 'sent_back', words: 'A page.' },
    ]);
  });

  it('is accepted after a confirmation', async () => {
    const asked = show(
      'reading',
      classroomOf(),
      listed,
      on(decideSubmission).answer({ status: 200, body: { ...submission, state: 'accepted' } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Accept submission 482913' }));
    const question = await screen.findByRole('dialog', { name: 'Accept submission 482913?' });
    await user.click(within(question).getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { state: 'accepted' },
      ]),
    );
  });

  it('can be read but not decided if the classroom is closed', async () => {
    show('reading', classroomOf({ state: 'closed' }), listed);
    expect(await screen.findByText('Too short.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Accept submission/ })).not.toBeInTheDocument();
  });
});
