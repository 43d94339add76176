import type { CourseState, CourseSummary } from '../../../../contracts/teaching/courses';
import type { ClassroomState } from '../../../../contracts/teaching/classrooms';
import { commonCreditRate, creditsForMinutes } from './rate.rule';

const course = (credits_per_hour: number, state: CourseState = 'open') =>
  ({ credits_per_hour, state }) as CourseSummary;
const inClass = (of: CourseSummary | null, state: ClassroomState = 'open') => ({
  state,
  course: of,
});

describe('the credits per hour of a student', () => {
  it.each([
    ['no class', [], null],
    ['a class without a course', [inClass(null)], null],
    ['one course', [inClass(course(100))], 100],
    ['two courses of one rate', [inClass(course(50)), inClass(course(50))], 50],
    ['two courses of two rates', [inClass(course(50)), inClass(course(100))], null],
    [
      'a closed course beside an open one',
      [inClass(course(50, 'closed')), inClass(course(100))],
      100,
    ],
    [
      'a closed class beside an open one',
      [inClass(course(50), 'closed'), inClass(course(100))],
      100,
    ],
  ])('are as expected for %s', (_, classes, rate) => expect(commonCreditRate(classes)).toBe(rate));

  it('are multiplied by the quarters of an hour that have begun', () => {
    expect(creditsForMinutes(16, 100)).toBe(50);
    expect(creditsForMinutes(1, 50)).toBe(13);
  });
});
