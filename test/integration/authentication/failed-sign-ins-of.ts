import type { DataSource } from 'typeorm';

/**
 * Counts the failed sign-ins to an account. If `accountId` is null, counts the failed sign-ins with
 * addresses that have no account.
 */
export const failedSignInsOf = async (
  source: DataSource,
  accountId: string | null,
): Promise<number> => {
  const [row]: { n: number }[] = await source.query(
    `SELECT coalesce(sum(count), 0)::int AS n FROM identity.failed_sign_in
     WHERE account_id IS NOT DISTINCT FROM $1::uuid`,
    [accountId],
  );
  return row?.n ?? 0;
};
