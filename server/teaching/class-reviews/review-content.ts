import type { ReviewContent } from '../../../contracts/teaching/class-studies';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Language } from '../../../contracts/base/languages';
import { launchContent } from '../../enrolment/launch/launch-content';
import type { Transaction } from '../../platform/db/unit-of-work';
import { readConsentFormInForce } from '../../studies/consents/form-in-force';
import type { StudyOfClass } from '../../studies/classes/studies-of-class';
import { versionWithFiles } from '../../study-files/versions/version-files';
import type { StoredReviewContent } from '../model/class-review.entity';
import { teachingTexts } from '../teaching-texts';
import { describeRuntime } from './runtime-lines.rule';

/**
 * The content that a launch would copy now, in the form that a submission stores. `digest` is the
 * hash of everything that a launch would copy.
 */
export interface CurrentReviewContent {
  readonly digest: string;
  readonly content: StoredReviewContent;
}

/**
 * Reads the content that a launch of the study would copy now.
 * @param study its row, which the caller must lock if the content must not change afterwards
 */
export async function readCurrentReviewContent(
  tx: Transaction,
  study: StudyOfClass,
): Promise<CurrentReviewContent> {
  const { snapshot, digest } = await launchContent(tx, study);
  const { runtime } = snapshot;
  const version = isHostedRuntime(runtime)
    ? await versionWithFiles(tx, study.id, runtime.version_id)
    : undefined;
  const content = {
    title: snapshot.title,
    description: snapshot.description,
    duration_minutes: snapshot.duration_minutes,
    maximum_minutes: study.maximum_minutes,
    additional_notes: snapshot.additional_notes,
    requirements: snapshot.requirements,
    allow_repeats: snapshot.allow_repeats,
    offers_credit: study.offers_credit,
    runtime_kind: runtime?.kind ?? null,
    version:
      isHostedRuntime(runtime) && version
        ? { _id: runtime.version_id, number: version.number }
        : null,
    runtime,
    consent: await readConsentFormInForce(tx, study.id),
    files: [...(version?.files ?? [])],
  };
  return { digest, content };
}

/** Converts stored content to the contract's format, in the reader's language. */
export const reviewContentInLanguage = (
  { runtime, ...content }: StoredReviewContent,
  language: Language,
): ReviewContent => ({
  ...content,
  runtime_settings: describeRuntime(runtime, teachingTexts.in(language).t),
});
