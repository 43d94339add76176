/**
 * The parts of the catalogue that only students see. The browser loads them together, as one file.
 */
export { AlternativeCard } from './alternative-card';
export { ClassStudyCard } from './class-study-card';
export { StudentCourses } from './course-strip';
