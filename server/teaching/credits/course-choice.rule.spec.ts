import { courseForCredit, type EligibleCourse } from './course-choice.rule';

const course = (id: string, deadline: string, required: number, shown: number): EligibleCourse => ({
  id,
  required,
  shown,
  deadline: new Date(deadline),
});

describe('courseForCredit', () => {
  it('takes the course with the earliest deadline among those with too few credits', () => {
    const courses = [
      course('late', '2027-03-01T12:00:00Z', 100, 0),
      course('reached', '2027-01-01T12:00:00Z', 100, 100),
      course('early', '2027-02-01T12:00:00Z', 100, 99),
    ];
    expect(courseForCredit(courses, '2026-12-01')).toBe('early');
  });

  it('takes the course with the earliest deadline when every course has its required credits', () => {
    const courses = [
      course('late', '2027-03-01T12:00:00Z', 0, 0),
      course('early', '2027-02-01T12:00:00Z', 100, 250),
    ];
    expect(courseForCredit(courses, '2026-12-01')).toBe('early');
  });

  it('takes the smaller id of two courses with one deadline', () => {
    const at = '2027-02-01T12:00:00Z';
    expect(courseForCredit([course('b', at, 100, 0), course('a', at, 100, 0)], '2026-12-01')).toBe(
      'a',
    );
  });

  it('counts what was earned on the day of the deadline, and nothing later', () => {
    const courses = [course('one', '2027-02-01T00:00:01Z', 100, 0)];
    expect(courseForCredit(courses, '2027-02-01')).toBe('one');
    expect(courseForCredit(courses, '2027-02-02')).toBeNull();
  });

  it('returns none when there are no courses', () => {
    expect(courseForCredit([], '2027-02-01')).toBeNull();
  });
});
