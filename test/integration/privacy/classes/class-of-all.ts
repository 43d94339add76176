import { GrantCredits } from '../../../../server/teaching/credits/grant-credits';
import { days } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/app';
import type { TestPerson } from '../../../support/people/people';
import { creditRequestsOf } from '../../teaching/rigs/credits-rig';

/**
 * Makes a class with an instructor and an assistant. The test passes all of its participants as
 * `students`.
 */
export async function makeClassOfAllParticipants(
  run: RunningApp,
  { instructor, assistant }: { instructor: TestPerson; assistant: TestPerson },
  students: readonly TestPerson[],
): Promise<string> {
  const credits = creditRequestsOf(run);
  const classroomId = await credits.classroom(await credits.course());
  await credits.join(classroomId, instructor, 'instructor');
  await credits.join(classroomId, assistant, 'assistant');
  for (const student of students) await credits.join(classroomId, student, 'student');
  return classroomId;
}

/**
 * Grants all credit that is due, and lets the gradebook show it.
 * @returns how many credits there are
 */
export async function grantAllCredits(
  run: RunningApp,
  advance: (ms: number) => void,
): Promise<number> {
  for (const _ of [1, 2]) {
    await run.app.get(GrantCredits, { strict: false }).run();
    advance(days(1));
  }
  const [row]: { credits: number }[] = await run.source.query(
    `SELECT count(*)::int AS credits FROM identity.credit`,
  );
  return row?.credits ?? 0;
}
