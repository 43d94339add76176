import type { z } from 'zod';
import type { BundleFault } from '../../../contracts/research-data/bundle-faults';
import { DomainError } from '../../platform/errors/errors';

/** A bundle is imported completely or not at all. */
export const bundleInvalid = (path: string, code: BundleFault): DomainError =>
  new DomainError('bundle_invalid', {}, { fields: [{ path, code }] });

/** Parses JSON; undefined for a value that is nested deeper than any valid one. */
export function parseBounded<S extends z.ZodType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
