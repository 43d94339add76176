import { DomainError } from '../../platform/errors/errors';

/** Another piece comes next: the one at `stored`. */
export const wrongOffset = (stored: number) =>
  new DomainError('wrong_offset', {}, { stored_bytes: stored });
