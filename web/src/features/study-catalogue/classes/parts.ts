/** What students see in the catalogue, in one chunk. */
export { AlternativeCard } from './alternative-card';
export { ClassStudyCard } from './class-study-card';
export { CourseStrip } from './course-strip';
