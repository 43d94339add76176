import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';

/** The fields of a study that the rules for class studies forbid or fix to one value. */
export interface ClassStudyFields {
  readonly reward?: object | null | undefined;
  readonly payment_terms?: object | null | undefined;
  readonly privacy_level?: PrivacyLevel | undefined;
  readonly eligibility?: readonly EligibilityFilter[] | undefined;
  readonly runtime?: { readonly kind: string } | null | undefined;
}

/**
 * Whether a study's fields break the rules for class studies. A class study must be anonymous and
 * unpaid, recruit only in its class, and run on this server's own pages (docs/domain.md, 8). Fields
 * that are absent are not checked.
 */
export const breaksClassStudyRules = ({
  reward,
  payment_terms,
  privacy_level = 'anonymous',
  eligibility = [],
  runtime,
}: ClassStudyFields): boolean =>
  !!reward ||
  !!payment_terms ||
  privacy_level !== 'anonymous' ||
  eligibility.length > 0 ||
  (!!runtime && !isHostedRuntime(runtime));
