import type { DisbursementLogNamesLine } from '../../../contracts/payments/receipts/log-names';
import type { DisbursementLine } from '../../../contracts/payments/receipts/receipts';

type Name = Pick<DisbursementLogNamesLine, 'first_name' | 'last_name' | 'email'>;

export const tagsInDisbursementLog = (lines: readonly DisbursementLine[]): Set<string> =>
  new Set(lines.flatMap(({ participant }) => participant ?? []));

/**
 * Returns the lines of a disbursement log in the log's order, with the names that may be shown.
 * @param names by tag; a participant without a name gets empty cells
 */
export const disbursementLinesWithNames = (
  lines: readonly DisbursementLine[],
  names: ReadonlyMap<string, Name>,
): DisbursementLogNamesLine[] =>
  lines.map(({ day, participant, amount }) => {
    const name = participant === null ? undefined : names.get(participant);
    return {
      day,
      participant,
      amount,
      first_name: name?.first_name ?? null,
      last_name: name?.last_name ?? null,
      email: name?.email ?? null,
    };
  });
