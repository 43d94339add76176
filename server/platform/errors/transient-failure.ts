const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
};

/**
 * Serialisation failure and deadlock (SQLSTATE 40001 and 40P01): PostgreSQL rolled the transaction
 * back, and retrying it from the start is the documented remedy.
 */
export const isTransactionConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error));

/** A row was held by another transaction for longer than `lock_timeout` (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/**
 * A statement or a transaction took too long (SQLSTATE 57014, 25P03), while the connection to the database works: the
 * statement itself may be the cause.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  ['57014', '25P03'].includes(codeOf(error));

/**
 * SQLSTATE classes and codes: connection exceptions (08), shutdown (57P), resources such as the
 * number of connections (53), lock time-out (55P03), statement time-out (57014), idle transaction
 * time-out (25P03). The rest are codes of Node.js for sockets and names.
 */
const unavailableCode =
  /^(08|57P|53|55P03|57014|25P03|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT)/;

/**
 * Errors of the driver and of TypeORM that carry no code. The last two occur where the connection
 * went away between two statements of a transaction.
 */
const unavailableMessage = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end',
    'Driver not Connected',
    'Received unexpected \\w+ message from backend',
    '[Qq]uery runner (was )?already released',
  ].join('|'),
);

/**
 * The database failed: connection lost, server shutting down or full, time-out. Such a failure does not mean that the
 * statement or its parameters are wrong.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return (
    unavailableCode.test(codeOf(error)) ||
    (typeof message === 'string' && unavailableMessage.test(message))
  );
};

/** The same request may succeed when it is sent again. */
export const isTransientFailure = (error: unknown): boolean =>
  isTransactionConflict(error) || isDatabaseUnavailable(error);
