import * as courses from '../../../../contracts/teaching/courses';
import type { MatrixCellFixtures } from '../personas';
import { row, type AuthorisationRow } from '../row';

const deadline = '2030-01-31T12:00:00.000Z';
const terms = {
  title: 'Psychology 1',
  code: 'PSY-1',
  term: 'Winter',
  required_credits: 0,
  credits_per_hour: 100,
  deadline,
};
/** Makes a course, as an administrator. @returns its id */
export async function createTestCourse({ run, cast }: MatrixCellFixtures): Promise<string> {
  const answer = await run
    .http()
    .post('/api/courses/')
    .set(cast.administrator.headers)
    .send(terms)
    .expect(201);
  return (answer.body as { _id: string })._id;
}
const course = async (scene: MatrixCellFixtures) => ({
  params: { id: await createTestCourse(scene) },
});

export const courseMatrixRows: readonly AuthorisationRow[] = [
  row(courses.listCourses, 200),
  row(courses.createCourse, 201, { body: terms }),
  row(courses.readCourse, 200, course),
  row(courses.changeCourse, 200, async (scene) => ({
    ...(await course(scene)),
    body: { state: 'open' },
  })),
  row(courses.repeatCourse, 201, async (scene) => ({
    ...(await course(scene)),
    body: { term: 'Summer', deadline },
  })),
  row(courses.listOfferedCourses, 200),
];
