import type { PrivacyLevel } from '../../../contracts/studies/studies';

/** The fields of a session that a session for a class has not, or in one form alone. */
export interface ClassSessionFields {
  readonly audience?: 'catalogue' | 'link' | 'classroom' | undefined;
  readonly privacy_level?: PrivacyLevel | undefined;
  readonly reward?: object | null | undefined;
  readonly additional_notes?: string | null | undefined;
}

/**
 * Whether a new or changed session is not what its study allows. One of a class recruits there alone, is anonymous and
 * unpaid, and has no notes beside those that a review approved (docs/domain.md, 8); no other one recruits in a classroom.
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
