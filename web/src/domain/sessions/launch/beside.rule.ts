import type { StudyVersion } from '../../../../../contracts/study-files/study-files';
import type { TimelineDraft } from '../../../../../contracts/study-files/study-timelines';

type Version = Pick<StudyVersion, '_id' | 'number' | 'created_at'>;
type Draft = Pick<TimelineDraft, 'saved_at' | 'published_version'>;

/** What lies beside the version that a launch takes, and is not launched. */
export interface Beside {
  /** The newest version, where that is another one with a higher number. */
  version: Version | null;
  /** When the builder's draft was saved, where it has changes that are in no version. */
  draft: string | null;
}

/**
 * @param versions of the study, in any order
 * @param draft of the builder; a version that was made of the same content is named in it
 */
export function besideOf(launched: Version, versions: readonly Version[], draft: Draft): Beside {
  const newer = versions
    .filter(({ number }) => number > launched.number)
    .sort((a, b) => b.number - a.number)[0];
  const { saved_at, published_version } = draft;
  // An older draft is what a version was made of before the study's own files replaced it.
  const isOpen =
    saved_at !== null &&
    published_version === null &&
    Date.parse(saved_at) > Date.parse(launched.created_at);
  return { version: newer ?? null, draft: isOpen ? saved_at : null };
}
