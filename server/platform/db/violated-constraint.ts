import { QueryFailedError } from 'typeorm';

/**
 * Returns the name of the constraint that a refused statement violates; undefined for any other
 * error.
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof QueryFailedError
    ? (error.driverError as { constraint?: string }).constraint
    : undefined;
