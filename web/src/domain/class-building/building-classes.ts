import { useStudentClasses } from '../credits/student-classes';

/**
 * The classrooms in which the signed-in person builds studies as a student. In open classrooms
 * studies can be made; in closed ones they can only be read.
 * @param enabled whether the page needs them
 */
export function useStudyBuildingClasses(enabled = true) {
  const mine = useStudentClasses(enabled);
  const classes = mine.classes.filter((one) => one.students_build && one.state !== 'draft');
  return { ...mine, classes, open: classes.filter(({ state }) => state === 'open') };
}
