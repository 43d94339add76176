import { ofAccount, ofNobody, untilExpiry, type Table } from '../platform/context/context';
import { AssignmentRow, SubmissionRow } from './model/assignment.entity';
import { ClassroomInvitationRow, ClassroomMemberRow, ClassroomRow } from './model/classroom.entity';
import { CourseRow } from './model/course.entity';
import { creditsTables } from './credits/credits.tables';

/** Whose data the tables of this context hold, how that is erased, and how long it is kept. */
export const teachingTables: readonly Table[] = [
  {
    entity: CourseRow,
    holds: 'a course: its title, term and deadline, what credits it asks for',
    personalData: ofNobody('terms of a course'),
    retention: { kept: 'for ever: credits refer to it' },
  },
  {
    entity: ClassroomRow,
    holds: 'a classroom: its title, its course, its join code',
    personalData: ofNobody('terms of a classroom'),
    retention: { kept: 'for ever: work and credits refer to it' },
  },
  {
    entity: ClassroomMemberRow,
    holds:
      'who is instructor, assistant or student of a classroom, since which day, the student number if given',
    personalData: ofAccount('teaching'),
    retention: { kept: 'until the member leaves or is removed' },
  },
  {
    entity: ClassroomInvitationRow,
    holds: 'an address that was invited into a classroom, and the role',
    personalData: {
      about: 'the person with this address, who may have no account',
      erased: { by: 'statement' },
      exported: { not: 'an address without an account; with one, its email has the invitation' },
    },
    retention: untilExpiry('thirty days, or until it is accepted or withdrawn'),
  },
  {
    entity: AssignmentRow,
    holds: 'what students are asked to do, and until when',
    personalData: ofNobody('terms of an assignment'),
    retention: { kept: 'as long as its classroom or course' },
  },
  {
    entity: SubmissionRow,
    holds: 'what a student handed in, under a keyed hash of the account and a number of chance',
    personalData: {
      about: 'the student, by a keyed hash',
      erased: { by: 'statement' },
      exported: { in: 'teaching' },
    },
    retention: { kept: 'as long as its classroom' },
  },
  ...creditsTables,
];
