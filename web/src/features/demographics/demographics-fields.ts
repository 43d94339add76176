import { z } from 'zod';
import { birthdayProblem } from '../../../../contracts/base/birthday';
import { Day } from '../../../../contracts/base/fields';
import type { Demographics } from '../../../../contracts/accounts/demographics';
import {
  profileAnswerFields,
  profileAnswerSchemas,
  acceptsMultipleAnswers,
  type ProfileField,
  profileFields,
} from '../../../../contracts/accounts/profile-answers';
import { localDay } from '../../ui/dates/local-moment';

const orEmpty = <T extends z.ZodType>(one: T) => one.or(z.literal(''));

/**
 * The values of the page's fields. A question without an answer has an empty text or an empty list.
 */
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
  country: orEmpty(profileAnswerSchemas.country),
  sex: orEmpty(profileAnswerSchemas.sex),
  gender: orEmpty(profileAnswerSchemas.gender),
  education_level: orEmpty(profileAnswerSchemas.education_level),
  languages: z.array(profileAnswerSchemas.languages),
  handedness: orEmpty(profileAnswerSchemas.handedness),
  sight: z.array(profileAnswerSchemas.sight),
  hearing: z.array(profileAnswerSchemas.hearing),
  devices: z.array(profileAnswerSchemas.devices),
});
export type DemographicsValues = z.input<typeof DemographicsForm>;

export const fieldsOfAnswers = (told: Demographics): DemographicsValues =>
  ({
    date_of_birth: told.date_of_birth ?? '',
    ...Object.fromEntries(
      profileAnswerFields.map((field) => [
        field,
        told[field] ?? (acceptsMultipleAnswers(field) ? [] : ''),
      ]),
    ),
  }) as DemographicsValues;

/** Converts the changed answers to the form of the API, in which null removes an answer. */
export const demographicsChangeOf = (
  fields: DemographicsValues,
  changed: Partial<Record<ProfileField, unknown>>,
): Partial<Demographics> =>
  Object.fromEntries(
    profileFields
      .filter((field) => changed[field])
      .map((field) => [field, fields[field].length > 0 ? fields[field] : null]),
  );
