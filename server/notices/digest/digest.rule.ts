import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import {
  passesPastStudyFilter,
  ineligibilityReasons,
  type PastStudies,
  type EligibilityProfile,
} from '../../enrolment/eligibility/eligibility.rule';

/**
 * The largest number of studies in one digest; participants find the other new studies in the
 * catalogue.
 */
export const maximumDigestStudies = 10;
/**
 * The largest number of follow-up studies that are checked for one digest. A follow-up study
 * requires an earlier study, so the check reads the person's participations.
 */
const followUpsAtMost = 5;

export interface DigestStudy {
  study_id: string;
  since: Date;
  eligibility: readonly EligibilityFilter[];
}

export interface DigestRecipient<S> {
  /** Whether the person has a role in the study, and therefore cannot take part in it. */
  isTheirs: (study: S) => boolean;
  /** The person's answers in the profile; null for a question without an answer. */
  told: Omit<EligibilityProfile, keyof PastStudies>;
  since: Date;
  until: Date;
}

type PastFilter = Extract<EligibilityFilter, { studies: string[] }>;
const isAboutPast = (filter: EligibilityFilter): filter is PastFilter => 'studies' in filter;
const none: PastStudies = { completed: [], participated: [] };

/**
 * Returns the new studies whose eligibility filters fit the person's answers, in the given order.
 * Ignores filters about earlier studies, because participations are not known yet.
 */
export const studiesFittingProfile = <S extends DigestStudy>(
  studies: readonly S[],
  { isTheirs, told, since, until }: DigestRecipient<S>,
  today: Date,
): S[] =>
  studies.filter(
    (study) =>
      study.since > since &&
      study.since <= until &&
      !isTheirs(study) &&
      ineligibilityReasons(
        study.eligibility.filter((filter) => !isAboutPast(filter)),
        { ...told, ...none },
        today,
      ).length === 0,
  );

/**
 * Whether a digest is sent. This must not depend on the person's participations in any study.
 * Otherwise the fact that a digest is sent, or is not sent, would reveal in which studies the
 * person takes part (docs/decisions/mail-and-messages.md).
 */
export const shouldSendDigest = (fitting: readonly DigestStudy[]): boolean =>
  fitting.some(({ eligibility }) => !eligibility.some(isAboutPast));

/**
 * Returns the studies for which the digest checks whether the person has already taken part, in the
 * given order. Their number is limited, however large the catalogue is.
 */
export function digestCandidates<S extends DigestStudy>(fitting: readonly S[]): S[] {
  const isFollowUp = ({ eligibility }: DigestStudy) => eligibility.some(isAboutPast);
  const taken = new Set([
    ...fitting.filter((one) => !isFollowUp(one)).slice(0, maximumDigestStudies),
    ...fitting.filter(isFollowUp).slice(0, followUpsAtMost),
  ]);
  return fitting.filter((one) => taken.has(one));
}

/**
 * Returns the studies to list in the digest: those that fit the person in every respect and that
 * the person has not started. If none is left, returns fitting studies that the person has started,
 * because the decision to send the digest must not depend on participations.
 */
export function chooseDigestStudies<S extends DigestStudy>(
  fitting: readonly S[],
  past: PastStudies = none,
): S[] {
  const fits = fitting.filter(({ eligibility }) =>
    eligibility.filter(isAboutPast).every((filter) => passesPastStudyFilter(filter, past)),
  );
  const fresh = fits.filter(({ study_id }) => !past.participated.includes(study_id));
  return (fresh.length > 0 ? fresh : fits).slice(0, maximumDigestStudies);
}

/**
 * Returns the ids of the studies whose participations `chooseDigestStudies` needs: the new studies,
 * and the earlier studies that their filters name.
 */
export const participationChecksNeeded = (fitting: readonly DigestStudy[]): string[] => [
  ...new Set(
    fitting.flatMap(({ study_id, eligibility }) => [
      study_id,
      ...eligibility.flatMap((filter) => (isAboutPast(filter) ? filter.studies : [])),
    ]),
  ),
];
