import { randomUUID } from 'node:crypto';
import type { Gradebook, OwnCredits } from '../../../../contracts/teaching/credits';
import type { ClassroomRole } from '../../../../contracts/teaching/classrooms';
import { Secrets } from '../../../../server/platform/security/secrets';
import { CreditsProof } from '../../../../server/teaching/credits/proof/credits-proof';
import { GrantCredits } from '../../../../server/teaching/credits/grant-credits';
import { studentKeyOf } from '../../../../server/teaching/model/student-key';
import { VerifyLedger } from '../../../../server/ledger/chain/verify-ledger';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../../support/people/recruiting';
import { participationRequestsOf } from '../../enrolment/decisions/ends';
import { insertTeachingRowsOf } from './taught-rows';

/**
 * Makes courses, classrooms and credits directly in the tables, and lets students take part by
 * requests.
 */
export function creditRequestsOf(run: RunningApp) {
  const ends = participationRequestsOf(run);
  const { course, classroom, join } = insertTeachingRowsOf(run);
  const enrolled = async (r: RecruitingStudy, person: TestPerson): Promise<string> => {
    const answer = await ends.enrol(r, person);
    if (answer.status !== 201) throw new Error(`enrol: ${answer.status}`);
    return answer.body._id;
  };
  const act = async (id: string, who: TestPerson, body: object) => {
    const answer = await ends.act(id, who, body);
    if (answer.status !== 200)
      throw new Error(`act: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const completed = async (r: RecruitingStudy, person: TestPerson): Promise<string> => {
    const id = await enrolled(r, person);
    for (const action of ['start', 'complete']) await act(id, person, { action });
    return id;
  };
  const study = (options: RecruitingOptions = {}) =>
    recruit(run, {
      offers_credit: true,
      privacy_level: 'roster_on_start',
      reward: null,
      capacity: 20,
      ...options,
    });
  let shared: Promise<RecruitingStudy> | undefined;
  const call = (who: TestPerson, method: 'get' | 'put', path: string) =>
    run.http()[method](path).set(who.headers);
  return {
    course,
    classroom,
    join,
    enrolled,
    act,
    completed,
    ends,
    /** Makes a student in an open classroom of a course. */
    student: async (...classroomIds: string[]): Promise<TestPerson> => {
      const person = await makePerson(run.source);
      for (const id of classroomIds) await join(id, person, 'student');
      return person;
    },
    instructor: async (classroomId: string, role: ClassroomRole = 'instructor') => {
      const person = await makeResearcher(run.source);
      await join(classroomId, person, role);
      return person;
    },
    /** Makes a study that offers credit; by default the study shows names. */
    study,
    /**
     * Returns the same study at each call, for people who take part in it only once; it is worth
     * two quarters of an hour.
     */
    sharedStudy: () => (shared ??= study({ capacity: 200 })),
    /**
     * Lets the person take part in the study, whose researcher approves the participation.
     * @returns the participation's id
     */
    approved: async (r: RecruitingStudy, person: TestPerson): Promise<string> => {
      const id = await completed(r, person);
      await act(id, r.researcher, { action: 'approve' });
      return id;
    },
    grant: () => run.app.get(GrantCredits, { strict: false }).run(),
    own: (who: TestPerson) => bodyOf<OwnCredits>(call(who, 'get', '/api/credits/').expect(200)),
    move: (who: TestPerson, creditId: string, courseId: string) =>
      call(who, 'put', `/api/credits/${creditId}/`).send({ course_id: courseId }),
    gradebook: (who: TestPerson, classroomId: string) =>
      bodyOf<Gradebook>(call(who, 'get', `/api/classrooms/${classroomId}/gradebook/`).expect(200)),
    file: (who: TestPerson, classroomId: string) =>
      call(who, 'get', `/api/classrooms/${classroomId}/gradebook/export/`),
    /** Makes an accepted submission whose credit is due. @returns its id */
    submission: async (classroomId: string, person: TestPerson, minutes = 30): Promise<string> => {
      const [assignmentId, id] = [randomUUID(), randomUUID()];
      await run.source.query(
        `INSERT INTO identity.assignment (id, classroom_id, kind, title, instructions, minutes)
         VALUES ($1, $2, 'alternative', 'Read an article', 'Read and write', $3)`,
        [assignmentId, classroomId, minutes],
      );
      await run.source.query(
        `INSERT INTO identity.submission (id, assignment_id, classroom_id, student_key, number, state, text, day, credit)
         VALUES ($1, $2, $3, $4, $5, 'accepted', 'My words', $6, 'due')`,
        [
          id,
          assignmentId,
          classroomId,
          studentKeyOf(run.app.get(Secrets), person._id),
          unique(),
          run.clock.now(),
        ],
      );
      return id;
    },
    /** Lists the damage that the verification finds in the ledger and in the credits. */
    damage: async () => {
      const verify = run.app.get(VerifyLedger, { strict: false });
      return (await verify.run(null, [new CreditsProof()])).findings;
    },
  };
}

/** Returns the credits that a student earned in each course. */
export const creditSumsOf = ({ courses }: OwnCredits): Record<string, number> =>
  Object.fromEntries(courses.map(({ course, earned }) => [course._id, earned]));
