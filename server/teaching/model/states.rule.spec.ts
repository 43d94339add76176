import { CourseState } from '../../../contracts/teaching/courses';
import { isDraftOrOpen, mayCourseStateFollow } from './states.rule';

describe('The states of a course and of a classroom', () => {
  it('follow each other as docs/domain.md says', () => {
    const states = CourseState.options;
    const found = states.flatMap((from) =>
      states.filter((to) => mayCourseStateFollow(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(found).toEqual([
      'draft → open',
      'draft → archived',
      'open → closed',
      'closed → open',
      'closed → archived',
    ]);
  });

  it('let a course take classrooms while it is a draft or open', () => {
    expect(CourseState.options.filter(isDraftOrOpen)).toEqual(['draft', 'open']);
  });
});
