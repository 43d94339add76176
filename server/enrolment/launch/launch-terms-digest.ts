import type { SessionSnapshot } from '../model/session.entity';
import { sha256Hex } from '../../platform/security/secrets';

/** The part of the snapshot that depends only on the study, not on the number of eligible people. */
export type StudySnapshot = Required<
  Omit<SessionSnapshot, 'too_few_people' | 'consent_version'>
> & {
  /**
   * The version of the consent form in force. It is null if the study has none: such a study cannot
   * be launched.
   */
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
 * Computes the SHA-256, in hexadecimal, of all that a launch freezes, as JSON with sorted keys, so that the order of the
 * fields in the database does not matter. The digest covers the files of a hosted study through the hash of their
 * version (server/study-files/versions/manifest.ts), which the runtime contains.
 */
export const launchDigest = (terms: LaunchTerms): string =>
  sha256Hex(JSON.stringify(terms, sortedKeys));

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
      )
    : value;
