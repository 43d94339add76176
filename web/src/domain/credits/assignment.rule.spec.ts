import type {
  StudentSubmission,
  SubmissionState,
} from '../../../../contracts/teaching/assignments';
import type { ClassroomState } from '../../../../contracts/teaching/classrooms';
import type { CourseState } from '../../../../contracts/teaching/courses';
import { alternativeAssignmentStateOf, dueDateOf, canSubmitNow } from './assignment.rule';

const now = Date.parse('2026-12-01T12:00:00Z');
const soon = '2026-12-01T12:00:01Z';
const past = '2026-12-01T12:00:00Z';
const later = '2027-02-01T00:00:00Z';
const courseOf = (deadline: string, state: CourseState = 'open') => ({ deadline, state });
const given = (
  state: SubmissionState | null,
  due_at: string | null,
  course: ReturnType<typeof courseOf> | null = null,
  classroom: ClassroomState = 'open',
) => ({
  assignment: { due_at, submission: state && ({ state } as StudentSubmission) },
  classroom: { state: classroom, course },
});

describe('an alternative assignment of a student', () => {
  it.each([
    ['new, without a date', given(null, null), 'open', true],
    ['new, before its due date', given(null, soon), 'open', true],
    ['new, at its due date', given(null, past), 'over', false],
    ['new, at the deadline of its course', given(null, later, courseOf(past)), 'over', false],
    ['new, in a closed course', given(null, soon, courseOf(later, 'closed')), 'over', false],
    ['new, in a closed classroom', given(null, soon, null, 'closed'), 'over', false],
    ['submitted, before its due date', given('submitted', soon), 'submitted', true],
    ['submitted, at its due date', given('submitted', past), 'submitted', false],
    ['sent back, before its due date', given('sent_back', soon), 'sent_back', true],
    ['sent back, at its due date', given('sent_back', past), 'over', false],
    ['accepted, before its due date', given('accepted', soon), 'accepted', false],
    ['accepted, in a closed classroom', given('accepted', past, null, 'closed'), 'accepted', false],
  ] as const)('that is %s is shown as %s', (_, one, state, takes) => {
    expect(alternativeAssignmentStateOf(one, now)).toBe(state);
    expect(canSubmitNow(one, now)).toBe(takes);
  });

  it.each([
    [null, null, null],
    [soon, null, soon],
    [null, courseOf(later), later],
    [soon, courseOf(later), soon],
    [later, courseOf(soon), soon],
  ])('with the due date %s in the course %o is due at %s', (due_at, course, due) =>
    expect(dueDateOf(given(null, due_at, course))).toBe(due),
  );
});
