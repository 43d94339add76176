import { exactConsentText } from '../../../contracts/base/exact-text';
import {
  bundleFiles,
  type BundleConsent,
  type BundleSettings,
} from '../../../contracts/research-data/bundle';
import { NewConsent } from '../../../contracts/studies/consents';
import { ExternalRuntimeRequest } from '../../../contracts/studies/external-runtime';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { NewStudy } from '../../../contracts/studies/studies';
import { sha256Hex } from '../../platform/security/secrets';
import type { ImportedStudyFields } from '../../studies/bundles/import-draft';
import type { ConsentContent } from '../../studies/consents/publish-version';
import { findStudyFieldContradiction } from '../../studies/study.rule';
import { invalidBundleError } from './bundle-invalid';

export interface StudyDetails {
  /**
   * The details as stored in the study's row. A hosted runtime is missing here: the import adds it
   * after it has created the runtime's version.
   */
  readonly details: ImportedStudyFields;
  readonly hosted: Extract<BundleSettings['runtime'], { kind: 'hosted' | 'builder' }> | null;
  readonly leftOutRules: number;
}

/**
 * Reads the study's details from a bundle and checks them by the rules for a researcher's input.
 * @throws DomainError bundle_invalid
 */
export function studyDetailsOf(settings: BundleSettings): StudyDetails {
  const { left_out_rules, runtime, ...given } = settings;
  const wrong = () => invalidBundleError(bundleFiles.settings, 'bundle_malformed');
  if (!NewStudy.safeParse(given).success || findStudyFieldContradiction(given)) throw wrong();
  if (runtime?.kind === 'external' && !ExternalRuntimeRequest.safeParse(runtime).success)
    throw wrong();
  const { reward, payment_terms = null, additional_notes, offers_credit = false, ...rest } = given;
  return {
    details: {
      ...rest,
      additional_notes: additional_notes === '' ? null : additional_notes,
      reward_amount: reward?.amount ?? null,
      reward_currency: reward?.currency ?? null,
      payment_terms,
      offers_credit,
      classroom_id: null,
      runtime: isHostedRuntime(runtime) ? null : runtime,
    },
    hosted: isHostedRuntime(runtime) ? runtime : null,
    leftOutRules: left_out_rules,
  };
}

/**
 * Reads the consent form from a bundle. It must satisfy the rules for published forms, and have the
 * stated hash.
 */
export function consentFormOfBundle(consent: BundleConsent): ConsentContent {
  const wrong = () => invalidBundleError(bundleFiles.consent, 'bundle_malformed');
  if (consent.kind === 'pdf') {
    if (consent.body_markdown !== null || consent.translations.length > 0) throw wrong();
    return consent;
  }
  const { title, body_markdown, locale, comprehension, translations } = consent;
  const given = NewConsent.safeParse({
    title,
    body_markdown,
    ...(locale !== null && { locale }),
    ...(comprehension && { comprehension }),
    translations: translations.map(({ sha256: _, questions, ...other }) => ({
      ...other,
      questions: questions.map(({ right: __, ...question }) => question),
    })),
  });
  if (!given.success) throw wrong();
  // An older consent text may have blanks at its beginning or end, because only new texts are
  // trimmed. The import does not trim it, because participants agreed to the text exactly as it is.
  const asked = comprehension?.questions ?? [];
  const isExact =
    consent.sha256 === sha256Hex(exactConsentText(body_markdown ?? '', asked)) &&
    translations.every(
      (one) => one.sha256 === sha256Hex(exactConsentText(one.body_markdown, one.questions)),
    );
  if (!isExact) throw wrong();
  return consent;
}
