import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { readConsentVersionInForce } from '../../studies/consents/valid-consent';
import { readRosterAccesses } from '../../studies/people/collaborator-rows';
import type { Study } from '../../studies/study.entity';
import { launchDigest, type StudySnapshot } from './launch-terms-digest';
import { demographicsToStore } from './too-few-people';

/** What a launch of a study would freeze if it happened now. */
export interface LaunchContent {
  readonly snapshot: StudySnapshot;
  /** The study's consent form in force; null if it has none. */
  readonly consent: {
    readonly id: string;
    readonly version: number;
    readonly sha256: string;
  } | null;
  /** SHA-256 over the snapshot, the longest duration, and the consent form's hash. */
  readonly digest: string;
}

/**
 * Reads the content of a study that a launch freezes and stores in the session. A class study is
 * reviewed before it has a session; the review approves the digest of this content.
 * @param study the row of the study. The caller must lock it if the content must not change
 *   afterwards
 * @param privacyLevel the level of the session. Before a class study has a session, the level of
 *   the study, which all its sessions will have
 */
export async function launchContent(
  tx: Transaction,
  study: Study,
  privacyLevel: PrivacyLevel = study.privacy_level,
): Promise<LaunchContent> {
  const consent = (await readConsentVersionInForce(tx, study.id)) ?? null;
  const snapshot: StudySnapshot = {
    title: study.title,
    description: study.description,
    duration_minutes: study.duration_minutes,
    additional_notes: study.additional_notes,
    requirements: study.requirements,
    eligibility: study.eligibility,
    runtime: study.runtime,
    allow_repeats: study.allow_repeats,
    offers_credit: study.offers_credit,
    payment_terms: study.payment_terms,
    consent_version: consent?.version ?? null,
    kept_demographics: demographicsToStore(privacyLevel, study.eligibility),
    roster_openings: privacyLevel === 'anonymous' ? [] : await readRosterAccesses(tx, study.id),
  };
  const digest = launchDigest({
    snapshot,
    maximum_minutes: study.maximum_minutes,
    consent_sha256: consent?.sha256 ?? null,
  });
  return { snapshot, consent, digest };
}
