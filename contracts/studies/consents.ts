import { z } from 'zod';
import { signedIn, visitorOrSignedIn } from '../base/access';
import { withoutPlaceholders } from '../base/blanks';
import { NewComprehension, Question, TextLanguage, TranslatedQuestion } from './comprehension';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  singleLine,
  PrivateLinkKey,
  PageQuery,
  pageSchemaOf,
  Sha256,
  multilineText,
} from '../base/fields';
import { limits } from '../base/limits';
import { studiesLimits } from './limits';

export const Consent = z
  .object({
    _id: Id,
    version: z.int(),
    sha256: Sha256,
    title: z.string(),
    kind: z.enum(['markdown', 'pdf']),
    body_markdown: z.string().nullable(),
    file_url: z.string().nullable(),
    /** The language of this text (BCP 47); null where its author did not say. */
    locale: z.string().nullable(),
    /**
     * The questions that a participant must answer before agreeing. With `tries` 0, the tries are
     * unlimited.
     */
    comprehension: z.object({ tries: z.int(), questions: z.array(Question) }).nullable(),
    /**
     * The same form in other languages. A participant agrees to the form in the language that they
     * read, identified by its hash.
     */
    translations: z.array(
      z.object({
        locale: z.string(),
        title: z.string(),
        body_markdown: z.string(),
        sha256: Sha256,
        questions: z.array(Question),
      }),
    ),
    created_at: Instant,
    /**
     * Set if the researchers withdrew this version: no new participation starts under it
     * (docs/domain.md, 3).
     */
    withdrawn: z.object({ at: Instant, reason: z.string() }).nullable(),
  })
  .meta({ id: 'Consent' });
export type Consent = z.output<typeof Consent>;
const words = {
  title: withoutPlaceholders(singleLine(limits.title)),
  body_markdown: withoutPlaceholders(multilineText(studiesLimits.consentMarkdown)),
};
const ConsentTranslation = z.strictObject({
  ...words,
  locale: TextLanguage,
  questions: z.array(TranslatedQuestion).max(studiesLimits.questions).optional(),
});
/** A new version of a consent form. Each of its languages must have the same questions with equally many choices. */
export const NewConsent = z
  .strictObject({
    ...words,
    /** The language of `body_markdown`; required as soon as there is a second language. */
    locale: TextLanguage.optional(),
    comprehension: NewComprehension.optional(),
    translations: z
      .array(ConsentTranslation)
      .max(studiesLimits.consentLanguages - 1)
      .optional(),
  })
  .superRefine(({ locale, comprehension, translations = [] }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (translations.length > 0 && locale === undefined) refuse(['locale'], 'required');
    const said = [locale, ...translations.map((one) => one.locale)];
    const asked = comprehension?.questions ?? [];
    for (const [i, { questions = [] }] of translations.entries()) {
      if (said.indexOf(said[i + 1]) <= i) refuse(['translations', i, 'locale'], 'named_twice');
      if (
        questions.length !== asked.length ||
        questions.some((one, n) => one.choices.length !== asked[n]?.choices.length)
      )
        refuse(['translations', i, 'questions'], 'invalid');
    }
  })
  .meta({ id: 'NewConsent' });
export type NewConsent = z.output<typeof NewConsent>;
export const ConsentBaseQuery = z.object({
  /**
   * The number of the version in force on which this text is based, 0 for none. If another version is in force by
   * now, nothing is published (`other_consent_in_force`).
   */
  replaces: z.coerce.number<number | string>().int().min(0).optional(),
});
export const publishConsent = endpoint('PUT', '/api/studies/{id}/consent/', {
  summary: 'A new version of the consent form: text, or a PDF file',
  access: { ...signedIn, policy: 'study.edit', token: { scope: 'manage', study: 'study' } },
  params: IdParams,
  query: ConsentBaseQuery,
  body: NewConsent,
  bodyBytes: studiesLimits.consentBytes,
  file: { type: 'application/pdf', maxBytes: studiesLimits.consentPdfBytes },
  replies: { 200: Consent },
  errors: [
    'forbidden',
    'study_archived',
    'sandbox_only',
    'other_consent_in_force',
    'unsupported_media_type',
    'too_large',
  ],
});
export const readConsent = endpoint('GET', '/api/studies/{id}/consent/', {
  summary: 'The consent form in force',
  access: { ...visitorOrSignedIn, policy: 'study.read', token: { scope: 'read', study: 'study' } },
  params: IdParams,
  query: z.object({ session: Id.optional(), link: PrivateLinkKey.optional() }),
  replies: { 200: Consent },
  errors: ['unauthenticated'],
  compressed: true,
});

/**
 * The parameters of the path: the id of the study, and the `_id` of a version of its consent form.
 */
const VersionParams = z.object({ id: Id, version: Id });
export const WithdrawnConsent = z
  .strictObject({ state: z.literal('invalid'), reason: multilineText(limits.notes) })
  .meta({ id: 'WithdrawnConsent' });
export const withdrawConsent = endpoint('PUT', '/api/studies/{id}/consent/{version}/', {
  summary: 'Withdraw a version of the consent form: its sessions pause, and participants are told',
  access: { ...signedIn, policy: 'consent.withdraw', token: { scope: 'manage', study: 'study' } },
  params: VersionParams,
  body: WithdrawnConsent,
  replies: { 200: Consent },
  errors: ['forbidden', 'sandbox_only', 'unavailable'],
});

/** A row of a study's list of versions. */
export const ConsentVersion = z
  .object({
    _id: Id,
    version: z.int(),
    /** `draft`: copied with the study, and not published yet (docs/domain.md, 3). */
    state: z.enum(['draft', 'valid', 'deprecated', 'invalid']),
    title: z.string(),
    kind: z.enum(['markdown', 'pdf']),
    /** The languages of the version, its main language first. */
    locales: z.array(z.string()),
    /** When the version was published, or copied with its study. */
    created_at: Instant,
  })
  .meta({ id: 'ConsentVersion' });
export type ConsentVersion = z.output<typeof ConsentVersion>;
const ofItsPeople = {
  ...signedIn,
  policy: 'consent.versions',
  token: { scope: 'read', study: 'study' },
} as const;
export const listConsentVersions = endpoint('GET', '/api/studies/{id}/consents/', {
  summary: 'Every version of the consent form, the newest first',
  access: ofItsPeople,
  params: IdParams,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(ConsentVersion) },
  errors: ['forbidden'],
});
export const readConsentVersion = endpoint('GET', '/api/studies/{id}/consent/{version}/', {
  summary: 'One version of the consent form, with the right answers of its questions',
  access: ofItsPeople,
  params: VersionParams,
  replies: { 200: Consent },
  errors: ['forbidden'],
  compressed: true,
});
export const publishConsentDraft = endpoint(
  'PUT',
  '/api/studies/{id}/consent/{version}/published/',
  {
    summary: 'Publish the consent form that was copied with the study, as it is',
    access: { ...signedIn, policy: 'study.edit', token: { scope: 'manage', study: 'study' } },
    params: VersionParams,
    replies: { 200: Consent },
    errors: ['forbidden', 'study_archived', 'sandbox_only', 'other_consent_in_force'],
  },
);
