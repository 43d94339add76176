import { useStudentClasses } from '../credits/student-classes';

/**
 * The classrooms in which the signed-in person builds studies as a student: open ones, in which studies can be made, and
 * closed ones, in which they can be read.
 * @param enabled whether the page needs them
 */
export function useBuildingClasses(enabled = true) {
  const mine = useStudentClasses(enabled);
  const classes = mine.classes.filter((one) => one.students_build && one.state !== 'draft');
  return { ...mine, classes, open: classes.filter(({ state }) => state === 'open') };
}
