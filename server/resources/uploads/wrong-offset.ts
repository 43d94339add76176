import { DomainError } from '../../platform/errors/errors';

/** The error that names the offset of the next piece, `stored`. */
export const wrongOffset = (stored: number) =>
  new DomainError('wrong_offset', {}, { stored_bytes: stored });
