import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { days, addMilliseconds, utcDay, type Clock } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import type { Transaction, UnitOfWork } from '../platform/db/unit-of-work';
import type { AssignmentsRead } from '../teaching/assignments/assignments.read';
import { CreateAssignment } from '../teaching/assignments/create-assignment.command';
import { ClassroomMemberRow, ClassroomRow } from '../teaching/model/classroom.entity';
import { CourseRow } from '../teaching/model/course.entity';
import { DecideSubmission } from '../teaching/submissions/decide-submission.command';
import { SubmitAssignment } from '../teaching/submissions/submit-assignment.command';
import { demoCourseConsent } from './demo-class-studies';
import {
  demoAlternativeAssignment,
  demoClassroom,
  demoCourse,
  demoTakeStudyAssignment,
  demoSubmissions,
} from './demo-class';

interface Demo {
  commands: CommandBus;
  work: UnitOfWork;
  clock: Clock;
  assignments: AssignmentsRead;
  administrator: Caller;
  instructor: Caller;
  /**
   * Members of the class. The first two have submitted the alternative assignment, and the
   * submission of the first is accepted.
   */
  students: readonly [Caller, Caller, ...Caller[]];
}

/**
 * Creates a course with an alternative assignment, and a classroom. What an earlier start created
 * stays, and only what is missing is added.
 * @returns the id of the classroom
 */
export async function seedTeaching(demo: Demo): Promise<string> {
  const { commands, instructor, students } = demo;
  const { courseId, classroomId } = await demo.work.run((tx) => placeOf(tx, demo));
  const alternative = await alternativeOf(demo, courseId, classroomId);
  const [first, second] = students;
  for (const [n, who] of [first, second].entries()) {
    if (await handedIn(demo, classroomId, alternative, who)) continue;
    const text = demoSubmissions[n] ?? '';
    await commands.execute(new SubmitAssignment(alternative, { text }, who));
  }
  const accepted = await handedIn(demo, classroomId, alternative, first);
  if (accepted?.state === 'submitted')
    await commands.execute(new DecideSubmission(accepted._id, { state: 'accepted' }, instructor));
  return classroomId;
}

/** Returns the join code of the demo's classroom; undefined if the classroom was not created. */
export async function demoJoinCode(work: UnitOfWork): Promise<string | undefined> {
  const { join_code } = demoClassroom;
  const found = await work.run((tx) => tx.manager.findOneBy(ClassroomRow, { join_code }));
  return found ? join_code : undefined;
}

/** Creates the course, its classroom and their members in one transaction. */
async function placeOf(
  tx: Transaction,
  { clock, instructor, students }: Demo,
): Promise<{ courseId: string; classroomId: string }> {
  const { join_code } = demoClassroom;
  const found = await tx.manager.findOneBy(ClassroomRow, { join_code });
  if (found?.course_id) return { courseId: found.course_id, classroomId: found.id };
  const now = clock.now();
  const [courseId, classroomId] = [timeOrderedId(), timeOrderedId()];
  await tx.manager.insert(CourseRow, {
    ...demoCourse,
    id: courseId,
    term: String(now.getUTCFullYear()),
    deadline: addMilliseconds(now, days(60)),
    consent_text: demoCourseConsent,
    state: 'open',
    created_at: now,
  });
  await tx.manager.insert(ClassroomRow, {
    ...demoClassroom,
    id: classroomId,
    course_id: courseId,
    state: 'open',
    students_build: true,
    created_at: now,
  });
  const members = [instructor, ...students].map(({ person }, n) => ({
    id: randomUUID(),
    classroom_id: classroomId,
    account_id: person.account_id,
    role: n === 0 ? ('instructor' as const) : ('student' as const),
    student_number: n === 0 ? null : String(2_026_000 + n),
    joined_on: utcDay(now),
  }));
  await tx.manager.insert(ClassroomMemberRow, members);
  return { courseId, classroomId };
}

/**
 * Creates the course's alternative assignment, and the classroom's assignment to take part in a
 * study.
 * @returns the id of the alternative
 */
async function alternativeOf(
  { commands, assignments, administrator, instructor }: Demo,
  courseId: string,
  classroomId: string,
): Promise<string> {
  const { items } = await assignments.ofClassroom(classroomId, instructor.person.account_id, {});
  if (!items.some(({ kind }) => kind === 'take_study'))
    await commands.execute(
      new CreateAssignment({ classroom: classroomId }, demoTakeStudyAssignment, instructor),
    );
  const found = items.find(({ course_id }) => course_id === courseId);
  if (found) return found._id;
  const person = { ...administrator.person, role: 'ADMINISTRATOR' as const };
  const caller = { ...administrator, person };
  return commands.execute(
    new CreateAssignment({ course: courseId }, demoAlternativeAssignment, caller),
  );
}

async function handedIn(
  { assignments }: Demo,
  classroomId: string,
  assignmentId: string,
  { person }: Caller,
) {
  const { items } = await assignments.ofClassroom(classroomId, person.account_id, {});
  return items.find(({ _id }) => _id === assignmentId)?.submission;
}
