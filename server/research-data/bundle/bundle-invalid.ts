import type { z } from 'zod';
import type { BundleFault } from '../../../contracts/research-data/bundle-faults';
import { DomainError } from '../../platform/errors/errors';

/**
 * Makes the error for an invalid bundle. A single invalid file makes the import fail, since a
 * bundle is imported completely or not at all.
 * @param path the file in the bundle that is at fault
 */
export const invalidBundleError = (path: string, code: BundleFault): DomainError =>
  new DomainError('bundle_invalid', {}, { fields: [{ path, code }] });

/**
 * Validates a value by a schema.
 * @returns undefined if the value is nested so deeply that the validation exceeds the stack
 */
export function parseLimitedDepth<S extends z.ZodType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
