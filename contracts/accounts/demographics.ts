import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Day } from '../base/fields';
import { answers, type AnswerField, type SeveralField } from './profile-answers';

/** The most languages that a person may list: more than people speak well. */
const atMost = 20;
const several = <T extends z.ZodType>(answer: T) => z.array(answer).min(1).max(atMost).nullable();

/** A person's answers; a question without an answer is null. */
export const Demographics = z
  .object({
    date_of_birth: Day.nullable(),
    country: answers.country.nullable(),
    sex: answers.sex.nullable(),
    gender: answers.gender.nullable(),
    education_level: answers.education_level.nullable(),
    languages: several(answers.languages),
    handedness: answers.handedness.nullable(),
    sight: several(answers.sight),
    hearing: several(answers.hearing),
    devices: several(answers.devices),
  })
  .meta({ id: 'Demographics' });
export type Demographics = z.output<typeof Demographics>;

export const noAnswers: Demographics & Record<AnswerField | SeveralField, null> = {
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
