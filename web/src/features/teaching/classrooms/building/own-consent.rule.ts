import type { Classroom } from '../../../../../../contracts/teaching/classrooms';

/**
 * Whether the course's consent form is the one in force. The classroom's own form then has no
 * effect.
 */
export const isCourseConsentForm = ({
  course,
  consent_text,
  consent_in_force,
}: Pick<Classroom, 'course' | 'consent_text' | 'consent_in_force'>): boolean =>
  course !== null && consent_in_force !== null && consent_in_force !== consent_text;
