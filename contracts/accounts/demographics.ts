import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Day } from '../base/fields';
import {
  profileAnswerSchemas,
  type ProfileAnswerField,
  type MultipleAnswerField,
} from './profile-answers';

/**
 * The most answers that a person may give to a question with several answers, such as languages.
 */
const atMost = 20;
const several = <T extends z.ZodType>(answer: T) => z.array(answer).min(1).max(atMost).nullable();

/** A person's answers; a question without an answer is null. */
export const Demographics = z
  .object({
    date_of_birth: Day.nullable(),
    country: profileAnswerSchemas.country.nullable(),
    sex: profileAnswerSchemas.sex.nullable(),
    gender: profileAnswerSchemas.gender.nullable(),
    education_level: profileAnswerSchemas.education_level.nullable(),
    languages: several(profileAnswerSchemas.languages),
    handedness: profileAnswerSchemas.handedness.nullable(),
    sight: several(profileAnswerSchemas.sight),
    hearing: several(profileAnswerSchemas.hearing),
    devices: several(profileAnswerSchemas.devices),
  })
  .meta({ id: 'Demographics' });
export type Demographics = z.output<typeof Demographics>;

export const emptyDemographics: Demographics &
  Record<ProfileAnswerField | MultipleAnswerField, null> = {
  date_of_birth: null,
  country: null,
  sex: null,
  gender: null,
  education_level: null,
  languages: null,
  handedness: null,
  sight: null,
  hearing: null,
  devices: null,
};

/** A change of a person's answers: only the named fields change, and null deletes an answer. */
export const DemographicsChange = z
  .strictObject(Demographics.partial().shape)
  .meta({ id: 'DemographicsChange' });

export const readDemographics = endpoint('GET', '/api/demographics/', {
  summary: 'The own demographics',
  access: signedIn,
  replies: { 200: Demographics },
});
export const changeDemographics = endpoint('PUT', '/api/demographics/', {
  summary: 'Change the own demographics',
  access: signedIn,
  body: DemographicsChange,
  replies: { 200: Demographics },
});
