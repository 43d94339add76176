import type { ErrorCode } from '../../../contracts/base/errors';
import type { PaymentTerms } from '../../../contracts/studies/payment-terms';
import type { NewLink } from '../links/participation-links';

/** A person who requests a seat, with all facts that can be read before the session is locked. */
export interface SeatApplicant {
  session_id: string;
  study_id: string;
  /**
   * The applicant's pseudonym at the session's privacy level, for a new participation: 128 bits in hexadecimal
   * digits.
   */
  pseudonym: string;
  /** Every pseudonym of the person in the study, to find earlier participations (pseudonyms.ts). */
  pseudonyms: readonly string[];
  account_id: string;
  link: NewLink;
  wants_waitlist: boolean;
  /** Whether the study allows only one participation per person, in any of its sessions. */
  exclusive: boolean;
  refusal?: ErrorCode;
  reasons?: string[];
  consent: { id: string; version: number; sha256: string; questions_passed: number | null };
  start_within_minutes: number;
  study_title: string;
  duration_minutes: number;
  payment_terms: PaymentTerms | null;
  /** Whether the study is an external one, which runs on another website. */
  runs_outside: boolean;
  runs_here: boolean;
  by_appointment: boolean;
  researcher_concludes: boolean;
  locale: string;
  request_id: string;
}
