import type { PrivacyLevel } from '../../../contracts/studies/studies';

/** The fields of a session that a class session may not have, or may have with one value only. */
export interface ClassSessionFields {
  readonly audience?: 'catalogue' | 'link' | 'classroom' | undefined;
  readonly privacy_level?: PrivacyLevel | undefined;
  readonly reward?: object | null | undefined;
  readonly additional_notes?: string | null | undefined;
}

/**
 * Whether a new or changed session is not allowed for its study. A session of a class study recruits only in its
 * class, is anonymous and unpaid, and has no notes except those that a review approved (docs/domain.md, 8); no other
 * session recruits in a classroom.
 */
export const sessionLeavesSandbox = (
  isOfClass: boolean,
  { audience, privacy_level = 'anonymous', reward, additional_notes }: ClassSessionFields,
): boolean =>
  isOfClass
    ? (audience ?? 'classroom') !== 'classroom' ||
      privacy_level !== 'anonymous' ||
      !!reward ||
      !!additional_notes
    : audience === 'classroom';
