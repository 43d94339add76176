import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { isHosted } from '../../../contracts/study-files/hosted-runtime';

/** The fields of a study that a class study has not, or in one form alone. */
export interface SandboxFields {
  readonly reward?: object | null | undefined;
  readonly payment_terms?: object | null | undefined;
  readonly privacy_level?: PrivacyLevel | undefined;
  readonly eligibility?: readonly EligibilityFilter[] | undefined;
  readonly runtime?: { readonly kind: string } | null | undefined;
}

/**
 * Whether fields of a study are not those of a class study: it is anonymous, unpaid, asks its class alone, and runs on this
 * server's own pages (docs/domain.md, 8). A field that is absent is not changed.
 */
export const leavesSandbox = ({
  reward,
  payment_terms,
  privacy_level = 'anonymous',
  eligibility = [],
  runtime,
}: SandboxFields): boolean =>
  !!reward ||
  !!payment_terms ||
  privacy_level !== 'anonymous' ||
  eligibility.length > 0 ||
  (!!runtime && !isHosted(runtime));
