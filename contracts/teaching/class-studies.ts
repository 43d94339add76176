import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  optionalSingleLine,
  optionalMultilineText,
  Sha256,
  multilineText,
} from '../base/fields';
import { BrowserRequirement, RuntimeKind } from '../studies/study-runtime';
import { teachingLimits } from './limits';

/* Studies that students build for their class, and their review by its instructors (docs/domain.md, 8). */

/**
 * The state of a review. `none`: the students never submitted the study. `changed`: it was approved, but something that
 * a launch freezes has changed since, so that it must be submitted again before the next launch.
 */
export const ClassReviewState = z.enum([
  'none',
  'submitted',
  'changes_asked',
  'approved',
  'changed',
]);
export type ClassReviewState = z.output<typeof ClassReviewState>;

/**
 * A class study as members of the classroom see it: students see their own studies and those that
 * recruit, staff see all.
 */
export const ClassStudy = z
  .object({
    _id: Id,
    title: z.string(),
    duration_minutes: z.int(),
    offers_credit: z.boolean(),
    /** The names of the students who build the study, its owner first. */
    builders: z.array(z.string()),
    /** Whether the caller is one of the students who build the study. */
    own: z.boolean(),
    /** The template from which the study was made; null where it was made from none. */
    template: z.object({ study_id: Id.nullable(), title: z.string() }).nullable(),
    /**
     * Whether the study's data are pooled with those of the class's other studies from the same
     * template.
     */
    pooled: z.boolean(),
    /** The state of the review; null for students who do not build the study. */
    review: ClassReviewState.nullable(),
    /**
     * The day (UTC) of the newest review; null where there is none, and for students who do not
     * build the study.
     */
    review_day: z.iso.date().nullable(),
    recruiting: z.boolean(),
    /** The session of the study that recruits; null if none does, and for staff. */
    session_id: Id.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'ClassStudy' });
export type ClassStudy = z.output<typeof ClassStudy>;

/** What a launch of the study would freeze, in a form that the reviewer can read. */
export const ReviewContent = z
  .object({
    title: z.string(),
    description: z.string(),
    duration_minutes: z.int(),
    maximum_minutes: z.int(),
    additional_notes: z.string().nullable(),
    requirements: z.array(BrowserRequirement),
    allow_repeats: z.boolean(),
    offers_credit: z.boolean(),
    runtime_kind: RuntimeKind.nullable(),
    /** The version of the study's own files; null if the study has none. */
    version: z.object({ _id: Id, number: z.int() }).nullable(),
    /** The runtime settings that the launch freezes, except the version, as lines of text. */
    runtime_settings: z.array(z.string()),
    consent: z.object({ title: z.string(), text: z.string() }).nullable(),
    /** The files of the version, by path. */
    files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: Sha256 })),
  })
  .meta({ id: 'ReviewContent' });
export type ReviewContent = z.output<typeof ReviewContent>;

/** The parts of a study on which a reviewer can comment. */
export const reviewCommentTargets = [
  'study',
  'title',
  'description',
  'minutes',
  'additional_notes',
  'requirements',
  'consent',
  'timeline',
  'files',
] as const;
export const ReviewCommentTarget = z.enum(reviewCommentTargets);
export type ReviewCommentTarget = z.output<typeof ReviewCommentTarget>;
export const ReviewComment = z
  .object({
    _id: Id,
    part: ReviewCommentTarget,
    /** Where in the part the comment belongs: the name of a block, or the path of a file. */
    place: z.string().nullable(),
    text: z.string(),
    /** The name of the author; null where the account was deleted. */
    author: z.string().nullable(),
    /** Whether its author is staff of the classroom. */
    by_staff: z.boolean(),
    own: z.boolean(),
    created_at: Instant,
  })
  .meta({ id: 'ReviewComment' });
export type ReviewComment = z.output<typeof ReviewComment>;

export const ClassReview = z
  .object({
    study: z.object({ _id: Id, title: z.string() }),
    classroom: z.object({ _id: Id, title: z.string() }),
    builders: z.array(z.string()),
    /** Whether the caller builds the study; otherwise the caller belongs to the classroom's staff. */
    own: z.boolean(),
    /** Whether the caller may decide about the study, as an instructor of the classroom. */
    may_decide: z.boolean(),
    state: ClassReviewState,
    /** The newest submission; null where there is none. */
    submitted: z
      .object({
        digest: Sha256,
        content: ReviewContent,
        words: z.string().nullable(),
        by: z.string().nullable(),
        at: Instant,
        decided_at: Instant.nullable(),
        decision_words: z.string().nullable(),
      })
      .nullable(),
    /** The last approved content, for comparison; null where nothing was approved. */
    approved: z.object({ digest: Sha256, content: ReviewContent }).nullable(),
    /** What a launch would freeze now. `digest`: SHA-256 over all of it. */
    present: z.object({ digest: Sha256, content: ReviewContent }),
    comments: z.array(ReviewComment),
  })
  .meta({ id: 'ClassReview' });
export type ClassReview = z.output<typeof ClassReview>;

const read = { ...signedIn, policy: 'class_review.read' } as const;

export const listClassStudies = endpoint('GET', '/api/classrooms/{id}/studies/', {
  summary: 'The studies of a class: students find their own and those that recruit, staff all',
  access: { ...signedIn, policy: 'classroom.read' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(ClassStudy) }) },
});
export const readClassReview = endpoint('GET', '/api/studies/{id}/classroom-review/', {
  summary: "The review of a class's study, with what a launch would freeze now",
  access: read,
  params: IdParams,
  replies: { 200: ClassReview },
});
/**
 * Submits the study for review. The consent form of the class then becomes the consent form of the
 * study.
 */
export const submitForReview = endpoint('POST', '/api/studies/{id}/classroom-review/', {
  summary: 'Submit a study of a class for review',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  body: z
    .strictObject({ words: optionalMultilineText(teachingLimits.words).nullable().optional() })
    .meta({ id: 'NewClassReview' }),
  replies: { 201: ClassReview },
  errors: [
    'forbidden',
    'not_class_study',
    'study_archived',
    'runtime_missing',
    'reasons_missing',
    'consent_missing',
    'classroom_closed',
    'illegal_transition',
  ],
});
/**
 * Decides about the newest submission. `digest` identifies what the instructor has read: if the students have submitted
 * something else since, the call is refused (`version_changed`).
 */
export const decideClassReview = endpoint('PUT', '/api/studies/{id}/classroom-review/', {
  summary: 'Approve what was submitted, or ask for changes',
  access: { ...signedIn, policy: 'class_review.decide' },
  params: IdParams,
  body: z
    .discriminatedUnion('state', [
      z.strictObject({
        state: z.literal('approved'),
        digest: Sha256,
        words: optionalMultilineText(teachingLimits.words).nullable().optional(),
      }),
      z.strictObject({
        state: z.literal('changes_asked'),
        digest: Sha256,
        words: multilineText(teachingLimits.words),
      }),
    ])
    .meta({ id: 'ClassReviewDecision' }),
  replies: { 200: ClassReview },
  errors: ['forbidden', 'illegal_transition', 'version_changed'],
});
export const addReviewComment = endpoint('POST', '/api/studies/{id}/classroom-review/comments/', {
  summary: 'Comment on a part of a study of a class',
  access: read,
  params: IdParams,
  body: z
    .strictObject({
      part: ReviewCommentTarget,
      place: optionalSingleLine(teachingLimits.commentPlace).nullable().optional(),
      text: multilineText(teachingLimits.commentText),
    })
    .meta({ id: 'NewReviewComment' }),
  replies: { 201: ReviewComment },
  errors: ['too_many_comments'],
});
/** Only the author may remove a comment. */
export const removeReviewComment = endpoint(
  'DELETE',
  '/api/studies/{id}/classroom-review/comments/{comment}/',
  {
    summary: 'Remove an own comment',
    access: read,
    params: z.strictObject({ id: Id, comment: Id }),
    replies: { 204: null },
    errors: ['forbidden'],
  },
);
export const previewForReview = endpoint('POST', '/api/studies/{id}/classroom-review/preview/', {
  summary: 'An address at which the submitted version runs for some hours; nothing is recorded',
  access: read,
  params: IdParams,
  replies: { 201: z.object({ url: z.string(), expires_at: Instant }) },
  errors: ['runtime_missing'],
});
