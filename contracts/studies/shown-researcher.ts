import { z } from 'zod';
import { Id } from '../base/fields';

/** A researcher as participants and visitors read it beside a study. */
export const researcher = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
});
