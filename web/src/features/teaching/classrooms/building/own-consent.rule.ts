import type { Classroom } from '../../../../../../contracts/teaching/classrooms';

/** Whether the consent form that counts is the course's: then the classroom's own form does not. */
export const isOfCourse = ({
  course,
  consent_text,
  consent_in_force,
}: Pick<Classroom, 'course' | 'consent_text' | 'consent_in_force'>): boolean =>
  course !== null && consent_in_force !== null && consent_in_force !== consent_text;
