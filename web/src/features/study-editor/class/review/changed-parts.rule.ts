import type { ReviewContent } from '../../../../../../contracts/teaching/class-studies';
import { comparedFiles } from '../../../../domain/class-building/compared-files.rule';

/** The parts of a study that a review is about, in the order in which they are shown. */
export const reviewedParts = [
  'title',
  'description',
  'minutes',
  'additional_notes',
  'requirements',
  'repeats',
  'credit',
  'runtime',
  'settings',
  'files',
  'consent',
] as const;
export type ReviewedPart = (typeof reviewedParts)[number];

const valueOf: Record<ReviewedPart, (content: ReviewContent) => unknown> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  minutes: ({ duration_minutes, maximum_minutes }) => [duration_minutes, maximum_minutes],
  additional_notes: ({ additional_notes }) => additional_notes,
  requirements: ({ requirements }) => requirements.toSorted(),
  repeats: ({ allow_repeats }) => allow_repeats,
  credit: ({ offers_credit }) => offers_credit,
  runtime: ({ runtime_kind }) => runtime_kind,
  settings: ({ runtime_settings }) => runtime_settings,
  files: ({ files }) => files.map(({ path, sha256 }) => `${path} ${sha256}`).toSorted(),
  consent: ({ consent }) => consent && [consent.title, consent.text],
};

export const changedParts = (before: ReviewContent, after: ReviewContent): ReviewedPart[] =>
  reviewedParts.filter(
    (part) => JSON.stringify(valueOf[part](before)) !== JSON.stringify(valueOf[part](after)),
  );

/** Returns the paths of the files that were added, removed, or whose content changed. */
export const changedFiles = (before: ReviewContent, after: ReviewContent): string[] =>
  comparedFiles(before.files, after.files).flatMap(({ path, change }) =>
    change === 'same' ? [] : [path],
  );
