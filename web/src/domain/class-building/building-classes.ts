import { useStudentClasses } from '../credits/student-classes';

/**
 * Returns the classrooms in which the signed-in person builds studies as a student. In an open
 * classroom students can make studies; in a closed one they can only read them.
 * @param enabled whether the page needs the classrooms; if not, they are not fetched
 */
export function useStudyBuildingClasses(enabled = true) {
  const mine = useStudentClasses(enabled);
  const classes = mine.classes.filter((one) => one.students_build && one.state !== 'draft');
  return { ...mine, classes, open: classes.filter(({ state }) => state === 'open') };
}
