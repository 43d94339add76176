import type { PrivacyLevel } from '../../../contracts/studies/studies';

/** The fields of a session that are restricted in sessions of a class study. */
export interface ClassSessionFields {
  readonly audience?: 'catalogue' | 'link' | 'classroom' | undefined;
  readonly privacy_level?: PrivacyLevel | undefined;
  readonly reward?: object | null | undefined;
  readonly additional_notes?: string | null | undefined;
}

/**
 * Whether a new or changed session breaks the rules for its study (docs/domain.md, 8). A session of
 * a class study recruits only in its classroom, is anonymous and unpaid, and has no notes except
 * those that a review approved. A session of any other study never recruits in a classroom.
 */
export const violatesClassSessionRules = (
  isOfClass: boolean,
  { audience, privacy_level = 'anonymous', reward, additional_notes }: ClassSessionFields,
): boolean =>
  isOfClass
    ? (audience ?? 'classroom') !== 'classroom' ||
      privacy_level !== 'anonymous' ||
      !!reward ||
      !!additional_notes
    : audience === 'classroom';
