import { teachingLimits } from '../../../contracts/teaching/limits';

/*
 * When the studies, members and work of an archived classroom are erased: CLASSROOM_DAYS after it
 * was archived, but not before thirty whole days have passed since the mail about it. Days are
 * those of UTC, `YYYY-MM-DD`.
 */

const dayMs = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const beginOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const plus = (day: string, count: number): string =>
  dayOf(new Date(beginOf(day).getTime() + count * dayMs));
const latest = (one: string, other: string): string => (one > other ? one : other);

/**
 * Returns the first day after the notice period, which lasts thirty complete days.
 * @param toldOn the day of the mail
 */
export const dayAfterNotice = (toldOn: string): string =>
  plus(toldOn, teachingLimits.erasureNoticeDays + 1);

/**
 * Returns the first day on which the classroom may be erased.
 * @param toldOn the day of the mail
 */
export const erasureDay = (archivedAt: Date, toldOn: string, classroomDays: number): string =>
  latest(plus(dayOf(archivedAt), classroomDays), dayAfterNotice(toldOn));

/**
 * Returns a time. The mail about the erasure is due now for classrooms that were archived before
 * this time. If the mail is sent as soon as it is due, the notice period ends exactly when
 * CLASSROOM_DAYS have passed. So the notice period does not delay the erasure.
 */
export const noticeDueBefore = (now: Date, classroomDays: number): Date =>
  beginOf(plus(dayAfterNotice(dayOf(now)), 1 - classroomDays));
