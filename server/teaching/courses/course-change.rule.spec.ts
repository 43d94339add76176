import {
  changedCourseTerms,
  refusalOfCourseChange,
  type CourseTermsInRow,
} from './course-change.rule';

const course = (more: Partial<CourseTermsInRow> = {}): CourseTermsInRow => ({
  title: 'Psychology 1',
  code: 'PSY-1',
  term: '2026',
  organization: null,
  consent_text: null,
  required_credits: 400,
  credits_per_hour: 100,
  deadline: new Date('2026-12-01T00:00:00Z'),
  state: 'draft',
  ...more,
});
const states = ['draft', 'open', 'closed', 'archived'] as const;
const refusals = (change: Partial<CourseTermsInRow>) =>
  states.map((state) => refusalOfCourseChange(course({ state }), course({ state, ...change })));

describe('A change of a course', () => {
  it('is accepted in every state when it changes nothing', () => {
    expect(refusals({})).toEqual([null, null, null, null]);
    const again = { deadline: new Date('2026-12-01T00:00:00Z') };
    expect(refusals(again)).toEqual([null, null, null, null]);
    expect(changedCourseTerms(course(), course(again)).size).toBe(0);
  });

  it('of the name is refused only for an archived course', () => {
    expect(refusals({ title: 'Psychology 2' })).toEqual([null, null, null, 'course_closed']);
  });

  it('moves the deadline and the required credits of a draft and of an open course', () => {
    const expected = [null, null, 'course_closed', 'course_closed'];
    expect(refusals({ deadline: new Date('2027-01-01T00:00:00Z') })).toEqual(expected);
    expect(refusals({ required_credits: 0 })).toEqual(expected);
  });

  it('moves the deadline of a closed course that opens again', () => {
    const deadline = new Date('2027-01-01T00:00:00Z');
    const opened = course({ state: 'open', deadline });
    expect(refusalOfCourseChange(course({ state: 'closed' }), opened)).toBeNull();
  });

  it('changes the credit for an hour only in a draft', () => {
    expect(refusals({ credits_per_hour: 50 })).toEqual([
      null,
      'illegal_transition',
      'illegal_transition',
      'illegal_transition',
    ]);
  });

  it('of the state follows the allowed transitions', () => {
    expect(refusals({ state: 'archived' })).toEqual([null, 'illegal_transition', null, null]);
    expect(refusals({ state: 'closed' })).toEqual([
      'illegal_transition',
      null,
      null,
      'illegal_transition',
    ]);
  });
});
