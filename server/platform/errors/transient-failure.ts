const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
};

/**
 * Whether the error is a serialisation failure or a deadlock (SQLSTATE 40001 and 40P01): PostgreSQL
 * rolled the transaction back, and the documented remedy is to retry the transaction from the
 * start.
 */
export const isTransactionConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error));

/** Whether another transaction held a row for longer than `lock_timeout` (SQLSTATE 55P03). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/**
 * Whether a statement or a transaction took too long (SQLSTATE 57014, 25P03), although the database
 * answers: the statement itself may be the cause.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  ['57014', '25P03'].includes(codeOf(error));

/**
 * SQLSTATE classes and codes: connection exceptions (08), shutdown (57P), insufficient resources
 * such as connections (53), lock timeout (55P03), statement timeout (57014), idle transaction
 * timeout (25P03). The codes with letters only are those of Node.js for sockets and host names.
 */
const unavailableCode =
  /^(08|57P|53|55P03|57014|25P03|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT)/;

/**
 * Messages of errors without a code, from the driver and from TypeORM. The last two messages occur
 * if the connection is lost between two statements of a transaction.
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
 * Whether the database failed: connection lost, server shutting down or out of resources, timeout.
 * Such a failure does not mean that the statement or its parameters are wrong.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return (
    unavailableCode.test(codeOf(error)) ||
    (typeof message === 'string' && unavailableMessage.test(message))
  );
};

/** Whether the same request may succeed if the caller sends it again. */
export const isTransientFailure = (error: unknown): boolean =>
  isTransactionConflict(error) || isDatabaseUnavailable(error);
