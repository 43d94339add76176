/** The parts of the catalogue that only students see, in one chunk. */
export { AlternativeCard } from './alternative-card';
export { ClassStudyCard } from './class-study-card';
export { StudentCourses } from './course-strip';
