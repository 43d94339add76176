import type {
  ReviewContent,
  ReviewCommentTarget,
} from '../../../../../contracts/teaching/class-studies';
import type { ForkDifference } from '../../../../../contracts/teaching/templates';

/**
 * The parts of the page in the order in which a participant meets them; comments on the whole study
 * come last.
 */
export const reviewPartsInOrder = [
  'title',
  'description',
  'minutes',
  'additional_notes',
  'requirements',
  'consent',
  'timeline',
  'files',
] as const satisfies readonly Exclude<ReviewCommentTarget, 'study'>[];
export type ReviewPartName = (typeof reviewPartsInOrder)[number];

/**
 * Functions that translate codes in the content, such as `no_safari`, into sentences in the page's
 * language.
 */
export interface ReviewPartTexts {
  minutes: (content: ReviewContent) => string[];
  requirements: (content: ReviewContent) => string[];
  settings: (content: ReviewContent) => string[];
}

/**
 * Writes a part of the study as paragraphs; the review compares them with those of the earlier
 * version. Files have no paragraphs, since they are compared by their hashes.
 */
export function paragraphsOfPart(
  content: ReviewContent,
  part: Exclude<ReviewPartName, 'files'>,
  words: ReviewPartTexts,
): string[] {
  switch (part) {
    case 'title':
    case 'description':
      return [content[part]];
    case 'additional_notes':
      return [content.additional_notes ?? ''];
    case 'minutes':
      return words.minutes(content);
    case 'requirements':
      return words.requirements(content);
    case 'consent':
      return content.consent ? [content.consent.title, content.consent.text] : [];
    case 'timeline':
      return words.settings(content);
  }
}

/**
 * Returns the part of the review's page that shows a difference from the template. Differences in
 * the runtime are shown at the timeline.
 */
export const reviewPartOfChange = ({ part }: ForkDifference): ReviewPartName =>
  part === 'runtime' ? 'timeline' : part;
