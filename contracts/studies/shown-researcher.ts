import { z } from 'zod';
import { Id } from '../base/fields';

/** A researcher as shown to participants and visitors on a study's page. */
export const publicResearcherSchema = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
});
