/**
 * Runs a function for each row, one after the other. A row whose function fails does not block the
 * other rows; the next run of the job retries it.
 */
export async function runForEachRow<T>(
  due: readonly T[],
  end: (one: T) => Promise<number>,
): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const one of due)
    await end(one).then(
      (ended) => (count += ended),
      (error: unknown) => failures.push(error),
    );
  const [first] = failures;
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${due.length} failed: ${first instanceof Error ? first.message : String(first)}`,
    );
  return count;
}
