import { DomainError } from '../../platform/errors/errors';

/**
 * The error for a piece at a wrong offset.
 * @param stored how many bytes are stored, which is the right offset
 */
export const wrongOffset = (stored: number) =>
  new DomainError('wrong_offset', {}, { stored_bytes: stored });
