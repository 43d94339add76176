/** What students see in the catalogue, in one part of the program. */
export { AlternativeCard } from './alternative-card';
export { CourseStrip } from './course-strip';
