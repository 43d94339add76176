import type {
  ClassReview,
  ClassStudy,
  ReviewComment,
  ReviewContent,
} from '../../../contracts/teaching/class-studies';
import { teachingId } from './teaching';

/** A SHA-256 that differs for each number. */
export const numberedDigest = (n: number): string => n.toString(16).padStart(64, '0');

/** A study that asks one question. */
export const aReviewContent = (more: Partial<ReviewContent> = {}): ReviewContent => ({
  title: 'Faces in a crowd',
  description: 'You look at faces.',
  duration_minutes: 10,
  maximum_minutes: 60,
  additional_notes: null,
  requirements: [],
  allow_repeats: false,
  offers_credit: true,
  runtime_kind: 'builder',
  version: { _id: teachingId(20), number: 1 },
  runtime_settings: ['Full screen: yes'],
  consent: { title: 'Consent', text: 'I take part of my own free will.' },
  files: [{ path: 'index.html', bytes: 1200, sha256: numberedDigest(1) }],
  ...more,
});

export const aReviewComment = (more: Partial<ReviewComment> = {}): ReviewComment => ({
  _id: teachingId(21),
  part: 'title',
  place: null,
  text: 'Say whose faces.',
  author: 'Grace Hopper',
  by_staff: true,
  own: false,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
});

/** A first submission, as an instructor reads it. */
export const aClassReview = (more: Partial<ClassReview> = {}): ClassReview => {
  const content = aReviewContent();
  return {
    study: { _id: teachingId(22), title: 'Faces in a crowd' },
    classroom: { _id: teachingId(2), title: 'Group A' },
    builders: ['Ada Lovelace', 'Mary Somerville'],
    own: false,
    may_decide: true,
    state: 'submitted',
    submitted: {
      digest: numberedDigest(1),
      content,
      words: 'We would like to begin on Monday.',
      by: 'Ada Lovelace',
      at: '2026-11-20T10:00:00Z',
      decided_at: null,
      decision_words: null,
    },
    approved: null,
    present: { digest: numberedDigest(1), content },
    comments: [],
    ...more,
  };
};

export const aClassStudy = (more: Partial<ClassStudy> = {}): ClassStudy => ({
  _id: teachingId(22),
  title: 'Faces in a crowd',
  duration_minutes: 10,
  offers_credit: true,
  builders: ['Ada Lovelace', 'Mary Somerville'],
  own: false,
  template: null,
  pooled: false,
  review: 'submitted',
  review_day: '2026-11-20',
  recruiting: false,
  session_id: null,
  created_at: '2026-11-10T10:00:00Z',
  ...more,
});
