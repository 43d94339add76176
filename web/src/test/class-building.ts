import type { Study } from '../../../contracts/studies/studies';
import type {
  ClassReview,
  ClassStudy,
  ReviewComment,
  ReviewContent,
} from '../../../contracts/teaching/class-studies';
import type { Classroom } from '../../../contracts/teaching/classrooms';
import type { Template } from '../../../contracts/teaching/templates';
import { aStudy } from './a-study';
import { aUser } from './common-answers';
import { aClassroom, teachingId } from './teaching';

/** A student who builds a study in the class of `aBuildingClass`. */
export const studentWhoBuilds = aUser({ builds: true });
/** An open classroom that lets its students build. */
export const aBuildingClass = (more: Partial<Classroom> = {}): Classroom =>
  aClassroom({ students_build: true, consent_in_force: 'You may stop at any time.', ...more });
/** A study that the signed-in student builds for that class. */
export const aStudyOfClass = (more: Partial<Study> = {}): Study =>
  aStudy({ classroom_id: aBuildingClass()._id, ...more });

export const aSubmittedContent = (more: Partial<ReviewContent> = {}): ReviewContent => ({
  title: 'Attention and memory',
  description: 'What do you remember?',
  duration_minutes: 20,
  maximum_minutes: 120,
  additional_notes: null,
  requirements: [],
  allow_repeats: false,
  offers_credit: false,
  runtime_kind: 'builder',
  version: { _id: teachingId(50), number: 1 },
  runtime_settings: [],
  consent: null,
  files: [],
  ...more,
});
export const repeatedDigest = (letter: string) => letter.repeat(64);
/** A review in which nothing was submitted yet. */
export const aReview = (more: Partial<ClassReview> = {}): ClassReview => ({
  study: { _id: aStudy()._id, title: aStudy().title },
  classroom: { _id: aBuildingClass()._id, title: 'Group A' },
  builders: ['Ada Lovelace'],
  own: true,
  may_decide: false,
  state: 'none',
  submitted: null,
  approved: null,
  present: { digest: repeatedDigest('a'), content: aSubmittedContent() },
  comments: [],
  ...more,
});
export const aSubmittedReview = (more: Partial<NonNullable<ClassReview['submitted']>> = {}) => ({
  digest: repeatedDigest('a'),
  content: aSubmittedContent(),
  words: null,
  by: 'Ada Lovelace',
  at: '2026-11-20T10:00:00Z',
  decided_at: null,
  decision_words: null,
  ...more,
});
export const aComment = (more: Partial<ReviewComment> = {}): ReviewComment => ({
  _id: teachingId(51),
  part: 'title',
  place: null,
  text: 'Say what it is about.',
  author: 'Grace Hopper',
  by_staff: true,
  own: false,
  created_at: '2026-11-21T10:00:00Z',
  ...more,
});
/** A study that other students of the class have built. It recruits participants. */
export const aClassStudy = (more: Partial<ClassStudy> = {}): ClassStudy => ({
  _id: teachingId(52),
  title: 'Colours and words',
  duration_minutes: 15,
  offers_credit: true,
  builders: ['Mia Muster', 'Ole Olsen'],
  own: false,
  template: null,
  pooled: false,
  review: null,
  review_day: null,
  recruiting: true,
  session_id: teachingId(53),
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});
export const aTemplate = (more: Partial<Template> = {}): Template => ({
  study_id: teachingId(54),
  title: 'Stroop',
  description: 'Name the colours.',
  duration_minutes: 10,
  script: { name: 'stroop.R', text: 'summary(trials)' },
  pooled: true,
  ...more,
});
