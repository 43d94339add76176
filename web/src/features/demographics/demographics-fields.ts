import { z } from 'zod';
import { birthdayProblem } from '../../../../contracts/base/birthday';
import { Day } from '../../../../contracts/base/fields';
import type { Demographics } from '../../../../contracts/accounts/demographics';
import {
  answerFields,
  answers,
  hasSeveral,
  type ProfileField,
  profileFields,
} from '../../../../contracts/accounts/profile-answers';
import { localDay } from '../../ui/dates/local-moment';

const orEmpty = <T extends z.ZodType>(one: T) => one.or(z.literal(''));

/** The values of the page's fields: an empty text or list where there is no answer. */
export const DemographicsForm = z.object({
  date_of_birth: z
    .string()
    .trim()
    .superRefine((day, ctx) => {
      const problem =
        day === ''
          ? null
          : Day.safeParse(day).success
            ? birthdayProblem(day, localDay())
            : /^\d{4}-\d{2}-\d{2}$/.test(day)
              ? 'no_such_day'
              : 'invalid_date';
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    }),
  country: orEmpty(answers.country),
  sex: orEmpty(answers.sex),
  gender: orEmpty(answers.gender),
  education_level: orEmpty(answers.education_level),
  languages: z.array(answers.languages),
  handedness: orEmpty(answers.handedness),
  sight: z.array(answers.sight),
  hearing: z.array(answers.hearing),
  devices: z.array(answers.devices),
});
export type Fields = z.input<typeof DemographicsForm>;

export const fieldsOfAnswers = (told: Demographics): Fields =>
  ({
    date_of_birth: told.date_of_birth ?? '',
    ...Object.fromEntries(
      answerFields.map((field) => [field, told[field] ?? (hasSeveral(field) ? [] : '')]),
    ),
  }) as Fields;

/** The changed fields in the form of the API: null for a removed answer. */
export const changeOf = (
  fields: Fields,
  changed: Partial<Record<ProfileField, unknown>>,
): Partial<Demographics> =>
  Object.fromEntries(
    profileFields
      .filter((field) => changed[field])
      .map((field) => [field, fields[field].length > 0 ? fields[field] : null]),
  );
