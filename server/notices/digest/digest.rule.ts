import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import {
  fitsPastStudies,
  reasonsAgainst,
  type PastStudies,
  type Profile,
} from '../../enrolment/eligibility/eligibility.rule';

/** How many studies one digest lists at most; the others are found in the catalogue. */
export const shownAtMost = 10;
/** The most follow-up studies in addition, before it is known which of them fit. */
const followUpsAtMost = 5;

export interface OfferedStudy {
  study_id: string;
  since: Date;
  eligibility: readonly EligibilityFilter[];
}

export interface Reader<S> {
  /** Whether the recipient has a role in the study and therefore cannot take part in it. */
  isTheirs: (study: S) => boolean;
  /** The person's profile answers; null where unknown. */
  told: Omit<Profile, keyof PastStudies>;
  since: Date;
  until: Date;
}

type PastFilter = Extract<EligibilityFilter, { studies: string[] }>;
const isAboutPast = (filter: EligibilityFilter): filter is PastFilter => 'studies' in filter;
const none: PastStudies = { completed: [], participated: [] };

/**
 * The new studies whose filters fit the person's answers, in the given order; filters about earlier
 * studies are not checked here.
 */
export const fittingByProfile = <S extends OfferedStudy>(
  studies: readonly S[],
  { isTheirs, told, since, until }: Reader<S>,
  today: Date,
): S[] =>
  studies.filter(
    (study) =>
      study.since > since &&
      study.since <= until &&
      !isTheirs(study) &&
      reasonsAgainst(
        study.eligibility.filter((filter) => !isAboutPast(filter)),
        { ...told, ...none },
        today,
      ).length === 0,
  );

/**
 * Whether a mail is sent. This does not depend on participations, neither in these studies nor in earlier ones that a
 * filter names: otherwise the mails that were sent, and those that were not, would reveal who takes part in what
 * (docs/decisions/mail-and-messages.md).
 */
export const isWorthAMail = (fitting: readonly OfferedStudy[]): boolean =>
  fitting.some(({ eligibility }) => !eligibility.some(isAboutPast));

/**
 * The studies for which the digest checks whether the person already took part: a few for each person,
 * whatever the size of the catalogue. In the given order.
 */
export function digestCandidates<S extends OfferedStudy>(fitting: readonly S[]): S[] {
  const isFollowUp = ({ eligibility }: OfferedStudy) => eligibility.some(isAboutPast);
  const taken = new Set([
    ...fitting.filter((one) => !isFollowUp(one)).slice(0, shownAtMost),
    ...fitting.filter(isFollowUp).slice(0, followUpsAtMost),
  ]);
  return fitting.filter((one) => taken.has(one));
}

/**
 * The studies in the mail: those that fit in every way, without studies that the person has started; or only
 * started ones, where no other is left, since the mail goes out all the same.
 */
export function digestStudies<S extends OfferedStudy>(
  fitting: readonly S[],
  past: PastStudies = none,
): S[] {
  const fits = fitting.filter(({ eligibility }) =>
    eligibility.filter(isAboutPast).every((filter) => fitsPastStudies(filter, past)),
  );
  const fresh = fits.filter(({ study_id }) => !past.participated.includes(study_id));
  return (fresh.length > 0 ? fresh : fits).slice(0, shownAtMost);
}

/** The studies whose participations `digestStudies` must read. */
export const studiesToCheck = (fitting: readonly OfferedStudy[]): string[] => [
  ...new Set(
    fitting.flatMap(({ study_id, eligibility }) => [
      study_id,
      ...eligibility.flatMap((filter) => (isAboutPast(filter) ? filter.studies : [])),
    ]),
  ),
];
