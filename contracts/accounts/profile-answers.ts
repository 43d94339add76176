import { z } from 'zod';

export const educationLevels = [
  'none',
  'primary',
  'lower_secondary',
  'upper_secondary',
  'vocational',
  'bachelor',
  'master',
  'doctorate',
] as const;

/**
 * The profile questions with a short list of possible answers (docs/domain.md, 5), and the lists.
 */
export const profileAnswerChoices = {
  education_level: educationLevels,
  sex: ['female', 'male', 'intersex'],
  gender: ['woman', 'man', 'non_binary', 'other'],
  handedness: ['right', 'left', 'both'],
  sight: ['unaided', 'corrected', 'impaired', 'blind', 'colour_blind'],
  hearing: ['unaided', 'aided', 'impaired', 'deaf'],
  devices: ['desktop', 'tablet', 'phone'],
} as const;

/** ISO 3166-1 alpha-2; `iso-codes.ts` checks whether the code exists when an answer is written. */
const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'not_one_of');
/** A language code of ISO 639-1. */
const LanguageCode = z.string().regex(/^[a-z]{2}$/, 'not_one_of');

/**
 * The profile questions except the birthday, with a schema of their answers. A few questions accept
 * several answers.
 */
export const profileAnswerSchemas = {
  education_level: z.enum(profileAnswerChoices.education_level),
  country: CountryCode,
  languages: LanguageCode,
  sex: z.enum(profileAnswerChoices.sex),
  gender: z.enum(profileAnswerChoices.gender),
  handedness: z.enum(profileAnswerChoices.handedness),
  sight: z.enum(profileAnswerChoices.sight),
  hearing: z.enum(profileAnswerChoices.hearing),
  devices: z.enum(profileAnswerChoices.devices),
} as const;
export type ProfileAnswerField = keyof typeof profileAnswerSchemas;
/** The fields in the order in which the profile page shows them. */
export const profileAnswerFields = [
  'country',
  'sex',
  'gender',
  'education_level',
  'languages',
  'handedness',
  'sight',
  'hearing',
  'devices',
] as const satisfies readonly ProfileAnswerField[];

export const multipleAnswerFields = ['languages', 'sight', 'hearing', 'devices'] as const;
export type MultipleAnswerField = (typeof multipleAnswerFields)[number];
export const acceptsMultipleAnswers = (field: ProfileAnswerField): field is MultipleAnswerField =>
  multipleAnswerFields.some((one) => one === field);

/** Answers about health: a special category of personal data (GDPR, article 9). */
export const healthAnswerFields: readonly ProfileAnswerField[] = ['sight', 'hearing'];

/**
 * All questions of the profile page. If a study needs an answer that the participant has not given,
 * the study's page leads the participant to that question.
 */
export const profileFields = ['date_of_birth', ...profileAnswerFields] as const;
export type ProfileField = (typeof profileFields)[number];
