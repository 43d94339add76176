import { z } from 'zod';
import { signedIn } from '../base/access';
import { withoutPlaceholders } from '../base/blanks';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, singleLine, PrivateLinkKey, Sha256, multilineText } from '../base/fields';
import { studiesLimits } from './limits';

/** BCP 47, as `Intl` writes it: `en`, `pt-BR`, `zh-Hant`. */
export const TextLanguage = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/)
  .refine(
    (tag) => {
      try {
        return Intl.getCanonicalLocales(tag)[0] === tag;
      } catch {
        return false;
      }
    },
    { error: 'invalid' },
  );

const shared = {
  text: withoutPlaceholders(singleLine(studiesLimits.questionText)),
  choices: z
    .array(withoutPlaceholders(singleLine(studiesLimits.questionChoice)))
    .min(2)
    .max(studiesLimits.questionChoices),
  /** Why the right answer is right; shown to participants who chose another one. */
  explanation: withoutPlaceholders(multilineText(studiesLimits.questionExplanation)),
};
/** A new question about the consent form. `right` is the index, from 0, of the right choice. */
export const NewQuestion = z
  .strictObject({ ...shared, right: z.int().min(0) })
  .refine(({ choices, right }) => right < choices.length, { path: ['right'], error: 'not_one_of' });
export type NewQuestion = z.output<typeof NewQuestion>;
/** The translation of a question, with the choices in the same order as in the original. */
export const TranslatedQuestion = z.strictObject(shared);

export const NewComprehension = z.strictObject({
  /** How often a participant may answer; 0 means without limit. */
  tries: z.int().min(0).max(studiesLimits.questionTries),
  questions: z.array(NewQuestion).min(1).max(studiesLimits.questions),
});
export type NewComprehension = z.output<typeof NewComprehension>;

/**
 * A question about the consent form. The server sends `right` and `explanation` only to the study's
 * researchers, and to participants who have answered all questions correctly, in the receipt of
 * their agreement. For all others, both are null.
 */
export const Question = z
  .object({
    text: z.string(),
    choices: z.array(z.string()),
    right: z.int().nullable(),
    explanation: z.string().nullable(),
  })
  .meta({ id: 'ConsentQuestion' });
export type Question = z.output<typeof Question>;

export const Comprehension = z
  .object({
    passed: z.boolean(),
    /** How many tries are left; null where their number is unlimited. */
    tries_left: z.int().nullable(),
    /** The questions answered wrongly, by index from 0, with their explanations. */
    wrong: z.array(z.object({ question: z.int(), explanation: z.string() })),
  })
  .meta({ id: 'Comprehension' });
export type Comprehension = z.output<typeof Comprehension>;

export const readComprehension = endpoint('GET', '/api/sessions/{id}/comprehension/', {
  summary: 'Whether the caller passed the questions about the consent form of a session',
  access: signedIn,
  params: IdParams,
  query: z.object({ link: PrivateLinkKey.optional() }),
  replies: { 200: Comprehension },
  errors: ['session_not_active', 'email_not_verified', 'not_eligible', 'own_study'],
});
export const answerComprehension = endpoint('POST', '/api/sessions/{id}/comprehension/', {
  summary: 'Answers the questions about the consent form of a session, before agreeing to it',
  access: signedIn,
  params: IdParams,
  body: z
    .strictObject({
      /** The consent form that the participant has read. */
      consent: z.strictObject({ _id: Id, sha256: Sha256 }),
      /** The index of the chosen answer, for each question. */
      answers: z.array(z.int().min(0)).min(1).max(studiesLimits.questions),
      link: PrivateLinkKey.optional(),
    })
    .meta({ id: 'ComprehensionAnswers' }),
  replies: { 200: Comprehension },
  errors: [
    'session_not_active',
    'email_not_verified',
    'not_eligible',
    'own_study',
    'consent_changed',
    'no_tries_left',
  ],
});
