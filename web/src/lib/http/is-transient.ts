import { ApiError } from './api';

/**
 * Whether the same request may succeed later: the server was not reached, or could not handle the
 * request at that moment.
 */
export const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;
