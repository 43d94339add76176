import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, Sha256 } from '../base/fields';
import { PaymentTerms } from '../studies/payment-terms';
import { limits } from '../base/limits';
import { runtimeLimits } from '../runtime/limits';
import { studiesLimits } from '../studies/limits';
import { studyFilesLimits } from '../study-files/limits';
import { NewComprehension, NewQuestion, TextLanguage } from '../studies/comprehension';
import { EligibilityFilter, earlierStudyFilters } from '../studies/eligibility';
import { hostedRuntimeFields } from '../study-files/hosted-runtime';
import { RunEnvironment, StartedRun } from '../runtime/runtime';
import { NewStudy, PrivacyLevel, Study } from '../studies/studies';
import { Runtime } from '../studies/study-runtime';
import { bundleLimits } from './bundle-limits';
import { variableLimits, VariableDescription } from './study-variables';
import { isStudyPath } from '../study-files/study-path';

/**
 * A bundle is a ZIP archive of a study with its data, which another installation can import
 * (docs/decisions/bundles.md). It names no person. The import refuses any other content than this:
 * - `bundle.json` lists every other file with its hash;
 * - `study/`: the draft that the import creates; `versions/`, `files/`: the study's files, by hash;
 * - `data/` contains what participants recorded.
 */
export const bundleFormat = 'commonlab-bundle';
/**
 * The newest version of the format. Version 2 added recordings, variables, preloaded files, payment
 * terms and notes. Version 3 added the pay for participants who leave. Version 4 added credit.
 */
export const bundleVersion = 4;
/** The names of the files in a bundle. A bundle leaves out a file that would be empty. */
export const bundleFiles = {
  index: 'bundle.json',
  readme: 'README.md',
  settings: 'study/settings.json',
  consent: 'study/consent.json',
  variables: 'study/variables.json',
  sessions: 'data/sessions.json',
  consents: 'data/consents.json',
  version: (sha256: string) => `versions/${sha256}.json`,
  content: (sha256: string) => `files/${sha256}`,
  /** @param participant the pseudonym, in hexadecimal digits */
  runs: (participant: string) => `data/runs/${participant.slice(0, 2)}.jsonl`,
  /** A file of a run, named by its hash. A record of the kind `file` states its run and name. */
  recording: (sha256: string) => `data/recordings/${sha256}`,
} as const;

const Path = z
  .string()
  .max(studyFilesLimits.studyFilePath)
  .refine(isStudyPath, { error: 'invalid' });
const Day = z.iso.date();
const Bytes = z.int().min(0);

/** An installation from which the study or its data came. A bundle lists the earliest first. */
export const BundleSource = z
  .strictObject({
    /** The address of the web pages of the installation; `operator` says who runs it. */
    address: z.string().max(300),
    operator: z.string().max(300).nullable(),
    study: Id,
    made_on: Day,
  })
  .meta({ id: 'BundleSource' });
export type BundleSource = z.output<typeof BundleSource>;

export const BundleIndex = z.strictObject({
  format: z.literal(bundleFormat),
  /** The lowest format version that contains all parts of this bundle. */
  format_version: z.literal([1, 2, 3, bundleVersion]),
  title: z.string().max(limits.title),
  sources: z.array(BundleSource).min(1).max(100),
  counts: z.strictObject({ versions: Bytes, sessions: Bytes, runs: Bytes, records: Bytes }),
  /** How many runs of participants the bundle leaves out, by reason. */
  left_out: z.record(z.string().max(100), Bytes),
  /** How many values of anonymous sessions are left out because they reveal a time or place. */
  withheld_values: Bytes,
  /**
   * How many files that runs made are in the bundle, how many were announced and never completed, and how many were
   * withheld because they belong to anonymous sessions. Absent in version 1.
   */
  recordings: z.strictObject({ included: Bytes, missing: Bytes, withheld: Bytes }).optional(),
  /**
   * The hash over the files below `study/`, `versions/` and `files/`; `data_sha256` is the hash over those below
   * `data/`.
   */
  study_sha256: Sha256,
  data_sha256: Sha256,
  files: z
    .array(z.strictObject({ path: Path, bytes: Bytes, sha256: Sha256 }))
    .max(bundleLimits.files),
});
export type BundleIndex = z.output<typeof BundleIndex>;

const Consent = {
  title: z.string().max(limits.title),
  /** The hash of the text, or of the PDF, which the bundle contains as a file named by this hash. */
  sha256: Sha256,
  kind: z.enum(['markdown', 'pdf']),
  body_markdown: z.string().max(studiesLimits.consentMarkdown).nullable(),
  locale: TextLanguage.nullable(),
};
const Translation = z.strictObject({
  locale: TextLanguage,
  title: Consent.title,
  body_markdown: z.string().max(studiesLimits.consentMarkdown),
  sha256: Sha256,
  questions: z.array(NewQuestion).max(studiesLimits.questions),
});
export const BundleConsent = z.strictObject({
  ...Consent,
  comprehension: NewComprehension.nullable(),
  translations: z.array(Translation).max(studiesLimits.consentLanguages),
});
export type BundleConsent = z.output<typeof BundleConsent>;

/** A version of the study's own files: the paths, with the hash of each content. */
export const BundleStudyVersion = z.strictObject({
  sha256: Sha256,
  name: z.string().min(1).max(limits.title),
  left_out: z.array(z.string().max(studyFilesLimits.studyFilePath)).max(1_000),
  files: z
    .array(z.strictObject({ path: Path, bytes: Bytes, sha256: Sha256 }))
    .min(1)
    .max(studyFilesLimits.studyVersionFiles),
});
export type BundleStudyVersion = z.output<typeof BundleStudyVersion>;

/** What participants read about a session, and how it draws conditions. It contains no times. */
export const BundleSession = z.strictObject({
  session: Id,
  privacy_level: PrivacyLevel,
  title: z.string().max(limits.title),
  description: z.string().max(limits.description),
  duration_minutes: z.int().min(1).max(limits.durationMinutes),
  version_sha256: Sha256.nullable(),
  consent_sha256: Sha256.nullable(),
  conditions: hostedRuntimeFields.conditions,
});
export type BundleSession = z.output<typeof BundleSession>;
export const BundleSessions = z.array(BundleSession).max(100_000);
export const BundleConsents = z.array(BundleConsent).max(1_000);

/** The header line before the records of a run. */
export const BundleRun = z.strictObject({
  /** The pseudonym in the study, in hexadecimal digits. */
  participant: z.string().regex(/^[0-9a-f]{8,64}$/),
  session: Id,
  attempt: z.int().min(1).max(runtimeLimits.runAttempts),
  state: z.enum(['open', 'finished', 'ended']),
  condition: StartedRun.shape.condition,
  /** Null for a run of an anonymous session, unless five participants have this environment. */
  environment: RunEnvironment.nullable(),
  /** The day (UTC) of the run; null for an anonymous session. */
  day: Day.nullable(),
  records: z.int().min(0).max(runtimeLimits.runRecords),
  /** The head of the run's hash chain over all of its records (contracts/runtime/runtime.ts). */
  head: Sha256,
});
export type BundleRun = z.output<typeof BundleRun>;

/** Whether a rule is about profile answers. All other rules name studies of this installation. */
const isAboutAnswers = ({ filter }: EligibilityFilter) =>
  !earlierStudyFilters.some((one) => one === filter);
/**
 * Leaves out the id of the version, and the fields about the study's custom code: each installation
 * determines them itself. Older installations would refuse a bundle with these fields.
 */
const { version_id: _, own_code: __, frames: ___, reasons: ____, ...hosted } = hostedRuntimeFields;
/** How a study runs. A bundle names the version of a hosted study's files by its hash. */
const BundleRuntime = z.union([
  z.strictObject({ kind: z.literal('hosted'), ...hosted }),
  z.strictObject({ kind: z.literal('builder'), ...hosted }),
  Runtime.options[0],
  Runtime.options[2],
  Runtime.options[3],
  Runtime.options[4],
]);
export const BundleSettings = z.strictObject({
  title: NewStudy.shape.title,
  description: NewStudy.shape.description,
  duration_minutes: NewStudy.shape.duration_minutes,
  maximum_minutes: z.int().min(1).max(limits.durationMinutes),
  privacy_level: PrivacyLevel,
  reward: Study.shape.reward,
  /** The payment terms; absent where there are none, as in older bundles. */
  payment_terms: PaymentTerms.optional(),
  additional_notes: z.string().max(limits.notes).nullable(),
  requirements: Study.shape.requirements,
  eligibility: z.array(EligibilityFilter.refine(isAboutAnswers)).max(50),
  left_out_rules: Bytes,
  runtime: BundleRuntime.nullable(),
  allow_repeats: z.boolean(),
  offers_credit: z.literal(true).optional(),
});
export type BundleSettings = z.output<typeof BundleSettings>;

export const BundleVariables = z.array(VariableDescription).min(1).max(variableLimits.ofStudy);

export const ImportedData = z
  .object({
    sources: z.array(BundleSource),
    sessions: z.int(),
    runs: z.int(),
    records: z.int(),
    /** How many files that runs created, such as recordings, belong to the data. */
    recordings: z.int(),
    /** SHA-256 over the data files, computed like the bundle's `data_sha256`. */
    sha256: Sha256,
    imported_at: Instant,
  })
  .meta({ id: 'ImportedData' });
export type ImportedData = z.output<typeof ImportedData>;

export const importStudy = endpoint('POST', '/api/studies/import/', {
  summary: 'A draft of the caller from a bundle, with the data that it has, which nobody changes',
  access: researchersOnly,
  file: { type: 'application/zip', maxBytes: bundleLimits.archiveBytes },
  replies: {
    201: z
      .object({
        study_id: Id,
        /** How many eligibility rules about other studies the bundle does not contain. */
        left_out_rules: z.int(),
        /** Says what the import took over of the bundle's data; null if the bundle has none. */
        data: ImportedData.nullable(),
        /** The newest study into which the caller imported this bundle before. */
        earlier: z.object({ study_id: Id, title: z.string() }).nullable(),
      })
      .meta({ id: 'ImportedStudy' }),
  },
  errors: ['forbidden', 'archive_refused', 'bundle_invalid', 'storage_full', 'unavailable'],
});
const data = { ...researchersOnly, policy: 'study_data.export' } as const;
export const readImportedData = endpoint('GET', '/api/studies/{id}/imported-data/', {
  summary: 'What data of another installation a study has',
  access: data,
  params: IdParams,
  replies: { 200: z.object({ data: ImportedData.nullable() }) },
  errors: ['forbidden'],
});
export const deleteImportedData = endpoint('DELETE', '/api/studies/{id}/imported-data/', {
  summary: 'Delete the data that came with the bundle; the study stays',
  access: data,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden'],
});
