import { z } from 'zod';
import { optionalLine } from '../base/fields';
import { resourcesLimits } from './limits';
import { isResourceName } from './resource-name.rule';

export const ResourceName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(resourcesLimits.name)
  .refine(isResourceName, { error: 'invalid_file_name' });

/** Who made a file and under which terms others may use it; empty where its owner says nothing. */
export const Origin = z.object({ licence: z.string(), creator: z.string(), source: z.string() });

/** What a change of a file or folder may have. */
export const changedFields = {
  name: ResourceName.optional(),
  /** False takes it out of the bin; into the root folder where its folder is gone. */
  deleted: z.literal(false).optional(),
  /** An SPDX identifier such as `CC-BY-4.0`, or words. */
  licence: optionalLine(resourcesLimits.licence).optional(),
  creator: optionalLine(resourcesLimits.credit).optional(),
  source: optionalLine(resourcesLimits.source).optional(),
};
