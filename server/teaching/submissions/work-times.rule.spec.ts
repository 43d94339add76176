import { refusalOfSubmission, type SubmissionPeriod } from './work-times.rule';

const now = new Date('2026-05-01T12:00:00.000Z');
const [justBefore, justAfter] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const open: SubmissionPeriod = {
  opens_at: null,
  due_at: null,
  state: 'open',
  course_state: 'open',
  deadline: justAfter,
};

describe('Work that a student submits for an assignment', () => {
  it.each<[string, Partial<SubmissionPeriod>, ReturnType<typeof refusalOfSubmission>]>([
    ['without dates', {}, null],
    ['in a classroom without a course', { course_state: null, deadline: null }, null],
    ['of a course that is a draft', { course_state: 'draft' }, null],
    ['at its opening', { opens_at: now }, null],
    ['before its opening', { opens_at: justAfter }, 'not_open_yet'],
    ['before it is due', { due_at: justAfter }, null],
    ['when it is due', { due_at: now }, 'deadline_passed'],
    ['after it was due', { due_at: justBefore }, 'deadline_passed'],
    ['at the deadline of the course', { deadline: now }, 'deadline_passed'],
    [
      'after that deadline, but before it is due',
      { deadline: justBefore, due_at: justAfter },
      'deadline_passed',
    ],
    ['in a draft of a classroom', { state: 'draft' }, 'classroom_closed'],
    ['in a closed classroom', { state: 'closed' }, 'classroom_closed'],
    ['in an archived classroom', { state: 'archived' }, 'classroom_closed'],
    ['of a closed course', { course_state: 'closed' }, 'course_closed'],
    ['of an archived course', { course_state: 'archived' }, 'course_closed'],
  ])('%s: %p is refused as %p', (_, times, refusal) =>
    expect(refusalOfSubmission({ ...open, ...times }, now)).toBe(refusal),
  );
});
