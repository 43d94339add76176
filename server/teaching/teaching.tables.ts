import {
  accountHolderDeclaration,
  noPersonalData,
  retentionUntilExpiry,
  type TableDeclaration,
} from '../platform/context/context';
import { AssignmentRow, SubmissionRow } from './model/assignment.entity';
import { ClassroomInvitationRow, ClassroomMemberRow, ClassroomRow } from './model/classroom.entity';
import { ClassReviewRow, ReviewCommentRow } from './model/class-review.entity';
import { CourseRow } from './model/course.entity';
import { StudyForkRow, TemplateRow, TemplateShareRow } from './model/template.entity';
import { creditsTables } from './credits/credits.tables';

/** Whose data the tables of this context hold, how that is erased, and how long it is kept. */
export const teachingTables: readonly TableDeclaration[] = [
  {
    entity: CourseRow,
    holds:
      'a course: its title, term and deadline, what credits it asks for, the consent form of its students',
    personalData: noPersonalData('terms of a course'),
    retention: { kept: 'for ever: credits refer to it' },
  },
  {
    entity: ClassroomRow,
    holds:
      'a classroom: its title, its course, its join code, whether its students build, and their consent form',
    personalData: noPersonalData('terms of a classroom'),
    retention: { kept: 'for ever: work and credits refer to it' },
  },
  {
    entity: ClassroomMemberRow,
    holds:
      'who is instructor, assistant or student of a classroom, since which day, the student number if given',
    personalData: accountHolderDeclaration('teaching'),
    retention: {
      kept: 'until the member leaves or is removed; until 180 days after archiving (CLASSROOM_DAYS)',
    },
  },
  {
    entity: ClassroomInvitationRow,
    holds: 'an address that was invited into a classroom, and the role',
    personalData: {
      about: 'the person with this address, who may have no account',
      erased: { by: 'statement' },
      exported: { not: 'an address without an account; with one, its email has the invitation' },
    },
    retention: retentionUntilExpiry('thirty days, or until it is accepted or withdrawn'),
  },
  {
    entity: AssignmentRow,
    holds: 'what students are asked to do, and until when',
    personalData: noPersonalData('terms of an assignment'),
    retention: {
      kept: 'as long as its course; those of a classroom until 180 days after archiving (CLASSROOM_DAYS)',
    },
  },
  {
    entity: SubmissionRow,
    holds: 'what a student handed in, under a keyed hash of the account and a number of chance',
    personalData: {
      about: 'the student, by a keyed hash',
      erased: { by: 'statement' },
      exported: { in: 'teaching' },
    },
    retention: { kept: 'until 180 days after archiving (CLASSROOM_DAYS)' },
  },
  {
    entity: ClassReviewRow,
    holds:
      'what students submitted of a study for their class, when, and what an instructor decided, with words',
    personalData: {
      about:
        'the student who submitted, and the instructor who decided, until their accounts are erased',
      erased: { stays: 'without the account, which its foreign key sets to null' },
      exported: { in: 'teaching' },
    },
    retention: { kept: 'as long as the study: until 180 days after archiving (CLASSROOM_DAYS)' },
  },
  {
    entity: ReviewCommentRow,
    holds: 'a comment on a part of a class study, and its author',
    personalData: {
      about: 'its author, until the account is erased',
      erased: { stays: 'without the account, which its foreign key sets to null' },
      exported: { in: 'teaching' },
    },
    retention: { kept: 'as long as the study: until 180 days after archiving (CLASSROOM_DAYS)' },
  },
  {
    entity: TemplateRow,
    holds: 'that a study is a template, and its analysis script',
    personalData: noPersonalData('material for teaching'),
    retention: { kept: 'until it is shared no more' },
  },
  {
    entity: TemplateShareRow,
    holds: 'with which classrooms a template is shared',
    personalData: noPersonalData('material for teaching'),
    retention: {
      kept: 'until it is shared no more; until 180 days after archiving (CLASSROOM_DAYS)',
    },
  },
  {
    entity: StudyForkRow,
    holds: 'from which template a study was made, and what it began with',
    personalData: noPersonalData('what a study was made from'),
    retention: { kept: 'as long as the study' },
  },
  ...creditsTables,
];
