import { z } from 'zod';
import { signedIn } from './base/access';
import { endpoint } from './base/endpoint';
import { Day } from './base/fields';

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
export const EducationLevel = z.enum(educationLevels);
export const Demographics = z
  .object({ date_of_birth: Day.nullable(), education_level: EducationLevel.nullable() })
  .meta({ id: 'Demographics' });
export const DemographicsChange = z
  .strictObject({
    date_of_birth: Day.nullable().optional(),
    education_level: EducationLevel.nullable().optional(),
  })
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
