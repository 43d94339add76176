import { z } from 'zod';
import { optionalSingleLine } from '../base/fields';
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
export const FileOrigin = z.object({
  licence: z.string(),
  creator: z.string(),
  source: z.string(),
});

/** The fields of a file or folder that its owner may change. */
export const changeableFileFields = {
  name: ResourceName.optional(),
  /**
   * `false` restores the file or folder from the bin: to its former folder or, if that no longer
   * exists, to the root folder.
   */
  deleted: z.literal(false).optional(),
  /** An SPDX identifier such as `CC-BY-4.0`, or free text. */
  licence: optionalSingleLine(resourcesLimits.licence).optional(),
  creator: optionalSingleLine(resourcesLimits.credit).optional(),
  source: optionalSingleLine(resourcesLimits.source).optional(),
};
