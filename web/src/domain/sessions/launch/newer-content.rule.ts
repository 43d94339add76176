import type { StudyVersion } from '../../../../../contracts/study-files/study-files';
import type { TimelineDraft } from '../../../../../contracts/study-files/study-timelines';

type Version = Pick<StudyVersion, '_id' | 'number' | 'created_at'>;
type Draft = Pick<TimelineDraft, 'saved_at' | 'published_version'>;

/**
 * Content of the study that is newer than the version that is launched. The launch does not use
 * this content.
 */
export interface NewerContent {
  /** The newest version, if its number is higher than the number of the launched version. */
  version: Version | null;
  /**
   * The time at which the builder's draft was saved; null if a version already contains the draft's
   * changes.
   */
  draft: string | null;
}

/**
 * Finds content that is newer than the launched version.
 * @param versions all versions of the study, in any order
 * @param draft the builder's draft; `published_version` is null if no version has its content
 */
export function newerContentOf(
  launched: Version,
  versions: readonly Version[],
  draft: Draft,
): NewerContent {
  const newer = versions
    .filter(({ number }) => number > launched.number)
    .sort((a, b) => b.number - a.number)[0];
  const { saved_at, published_version } = draft;
  // A draft that is older than the launched version does not count: the researcher replaced the
  // builder's study by uploading that version.
  const isOpen =
    saved_at !== null &&
    published_version === null &&
    Date.parse(saved_at) > Date.parse(launched.created_at);
  return { version: newer ?? null, draft: isOpen ? saved_at : null };
}
