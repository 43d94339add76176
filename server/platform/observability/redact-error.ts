/**
 * The SQLSTATE codes whose messages repeat values: data exceptions, constraint violations, and
 * errors that database functions raise.
 */
const repeatsValues = /^(22|23|P0)/;

/**
 * Returns the message of an error for a log or a queue: the error's own message, unless it may
 * repeat what a person typed.
 */
export function redactedErrorMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, table, constraint } = error as {
    code?: unknown;
    table?: unknown;
    constraint?: unknown;
  };
  if (typeof code === 'string' && code.length === 5 && repeatsValues.test(code))
    return ['database error', code, table, constraint]
      .filter((part) => typeof part === 'string')
      .join(' ');
  // The message of a failed JSON.parse quotes the beginning of the text.
  return error instanceof SyntaxError ? 'unreadable text' : error.message;
}

/**
 * Returns an error with its stack frames, but without the message at the beginning of the stack.
 * The error's name is stored under the key `name` and not `type`, because pino writes a `type`
 * itself.
 */
export function redactError(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error))
    return { name: typeof error, message: redactedErrorMessageOf(error) };
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: error.name, message: redactedErrorMessageOf(error), stack: places.join('\n') };
}
