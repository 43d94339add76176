import type { TranslatedQuestion } from '../../../../../contracts/studies/comprehension';
import { type Consent, NewConsent } from '../../../../../contracts/studies/consents';
import { z } from 'zod';
import { fieldErrorCodeOf } from '../../../lib/form';

/**
 * The schema of a consent form's first text. `consentErrorsOf` checks the whole form, including its
 * questions and translations.
 */
export const firstTextSchema = z.strictObject({
  title: NewConsent.shape.title,
  body_markdown: NewConsent.shape.body_markdown,
});

export interface QuestionValues {
  text: string;
  choices: string[];
  right: number;
  explanation: string;
}
export type TranslationValues = {
  locale: string;
  title: string;
  body_markdown: string;
  questions: z.input<typeof TranslatedQuestion>[];
};
/** A version of a consent form without its first text: its questions and translations. */
export interface QuestionsAndTranslations {
  locale: string;
  tries: number;
  questions: QuestionValues[];
  translations: TranslationValues[];
}

/**
 * Returns the questions, with their right answers, and the translations of the version in force.
 */
export const questionsAndTranslationsOf = (current: Consent | null): QuestionsAndTranslations => ({
  locale: current?.locale ?? '',
  tries: current?.comprehension?.tries ?? 0,
  questions: (current?.comprehension?.questions ?? []).map((one) => ({
    ...one,
    right: one.right ?? 0,
    explanation: one.explanation ?? '',
  })),
  translations: (current?.translations ?? []).map(
    ({ locale, title, body_markdown, questions }) => ({
      locale,
      title,
      body_markdown,
      questions: questions.map(({ text, choices, explanation }) => ({
        text,
        choices,
        explanation: explanation ?? '',
      })),
    }),
  ),
});

/** Builds the body of the request that publishes a version. */
export const newConsentBodyOf = (
  text: { title: string; body_markdown: string },
  { locale, tries, questions, translations }: QuestionsAndTranslations,
): z.input<typeof NewConsent> => ({
  ...text,
  ...(locale && { locale }),
  ...(questions.length > 0 && { comprehension: { tries, questions } }),
  ...(translations.length > 0 && { translations }),
});

/**
 * Adapts the translations to changed questions: each translation then has the same number of
 * questions and choices as the form. The texts of new questions and choices are empty.
 * @param moved for each question its former index, or -1 for a new one
 */
export function alignTranslations(
  translations: readonly TranslationValues[],
  questions: readonly QuestionValues[],
  moved: readonly number[],
): TranslationValues[] {
  return translations.map((one) => ({
    ...one,
    questions: questions.map(({ choices }, i) => {
      const before = one.questions[moved[i] ?? -1];
      return {
        text: before?.text ?? '',
        choices: choices.map((_, n) => before?.choices[n] ?? ''),
        explanation: before?.explanation ?? '',
      };
    }),
  }));
}

/** Checks a version before the request. @returns error codes by the path of the field */
export function consentErrorsOf(body: z.input<typeof NewConsent>): Map<string, string> {
  const read = NewConsent.safeParse(body, { error: (issue) => fieldErrorCodeOf(issue) });
  return new Map(read.error?.issues.map(({ path, message }) => [path.join('.'), message]));
}
