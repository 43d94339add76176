import type { Snapshot } from '../model/session.entity';
import { sha256Hex } from '../../platform/security/secrets';

/** What of the snapshot depends on the study alone: not on the crowd of the moment. */
export type StudySnapshot = Required<Omit<Snapshot, 'too_few_people' | 'consent_version'>> & {
  /** Null while the study has no form in force: such a study is not launched. */
  consent_version: number | null;
};

/** All that a launch freezes of a study. */
export interface LaunchTerms {
  readonly snapshot: StudySnapshot;
  readonly maximum_minutes: number;
  /** The hash of the consent form in force. */
  readonly consent_sha256: string | null;
}

/**
 * SHA-256, in hexadecimal, over all that a launch freezes, as JSON with sorted keys: equal for equal terms, in whichever
 * order the database gives their fields. A hosted study's files are in it by the hash of its version
 * (server/study-files/versions/manifest.ts), which the runtime names.
 */
export const launchDigest = (terms: LaunchTerms): string =>
  sha256Hex(JSON.stringify(terms, sortedKeys));

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
      )
    : value;
