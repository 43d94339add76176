import type { BundleCode } from '../../../contracts/base/archive-codes';
import { DomainError } from '../../platform/http/errors';

/** A bundle is taken as a whole or not at all. @param path of the file that is wrong */
export const bundleInvalid = (path: string, code: BundleCode): DomainError =>
  new DomainError('bundle_invalid', {}, { fields: [{ path, code }] });
