import type { ClassroomState } from '../../../../contracts/teaching/classrooms';
import type { Study } from '../../../../contracts/studies/studies';
import type { RunningApp } from '../../../support/app/launch-app';
import { makeEachPerson, researcherOptions, type TestPerson } from '../../../support/people/people';
import { insertTeachingRowsOf } from './taught-rows';

/** Makes functions that insert classrooms in which students build studies. */
export const studyBuildingClassesOf = (run: RunningApp) => {
  const { classroom, join } = insertTeachingRowsOf(run);

  const letBuild = (classroomId: string, may = true): Promise<unknown> =>
    run.source.query(`UPDATE identity.classroom SET students_build = $2 WHERE id = $1`, [
      classroomId,
      may,
    ]);
  const setState = (classroomId: string, state: ClassroomState): Promise<unknown> =>
    run.source.query(
      `UPDATE identity.classroom SET state = $2, archived_at = CASE WHEN $2 = 'archived' THEN now() END WHERE id = $1`,
      [classroomId, state],
    );
  const leave = (classroomId: string, person: TestPerson): Promise<unknown> =>
    run.source.query(
      `DELETE FROM identity.classroom_member WHERE classroom_id = $1 AND account_id = $2`,
      [classroomId, person._id],
    );

  /**
   * Makes a classroom in which students build, with an instructor, an assistant and three students
   * who are no researchers.
   */
  const buildingClass = async (courseId: string | null = null, state: ClassroomState = 'open') => {
    const id = await classroom(courseId, state);
    await letBuild(id);
    const people = await makeEachPerson(run.source, [researcherOptions, {}, {}, {}, {}]);
    const [instructor, assistant, builder, mate, student] = people as [
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
    ];
    await join(id, instructor, 'instructor');
    await join(id, assistant, 'assistant');
    for (const person of [builder, mate, student]) await join(id, person);
    return { id, instructor, assistant, builder, mate, student };
  };

  /** Makes a study that a student builds for a class. @returns its id */
  const classStudy = async (
    owner: TestPerson,
    classroomId: string,
    details: object = {},
  ): Promise<string> => {
    const answer = await run
      .http()
      .post('/api/studies/')
      .set(owner.headers)
      .send({
        title: 'A study of the class',
        description: 'What we ask.',
        duration_minutes: 15,
        privacy_level: 'anonymous',
        classroom_id: classroomId,
        ...details,
      });
    if (answer.status !== 201)
      throw new Error(`create: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as Study)._id;
  };

  return { classroom, join, leave, letBuild, setState, buildingClass, classStudy };
};
