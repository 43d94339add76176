import type { Consent } from '../../../../contracts/studies/consents';

/** The text of a consent form in one language. */
export interface LocalizedConsentText {
  /** The language that the author set; null if none is set. */
  locale: string | null;
  title: string;
  body_markdown: string | null;
  sha256: string;
  questions: NonNullable<Consent['comprehension']>['questions'];
}

/** Lists the form's texts, one for each of its languages; the main language comes first. */
export const consentTextsOf = (consent: Consent): LocalizedConsentText[] => [
  {
    locale: consent.locale,
    title: consent.title,
    body_markdown: consent.body_markdown,
    sha256: consent.sha256,
    questions: consent.comprehension?.questions ?? [],
  },
  ...consent.translations,
];

/**
 * Returns the text that a participant reads first: the text in the language of the page or, if
 * there is none, the first text of the form.
 */
export function consentTextFor(consent: Consent, language: string): LocalizedConsentText {
  const texts = consentTextsOf(consent);
  const [first] = texts as [LocalizedConsentText, ...LocalizedConsentText[]];
  const primary = (tag: string | null) => tag?.split('-')[0]?.toLowerCase();
  return (
    texts.find(({ locale }) => locale === language) ??
    texts.find(({ locale }) => locale !== null && primary(locale) === primary(language)) ??
    first
  );
}
