import type { LedgerCheck } from './ledger-check';
import type { LedgerDamage, LedgerVerification } from './verify-ledger';

const sentences: Record<LedgerDamage, (of: string) => string> = {
  changed: (of) => `entry ${of} was changed after it was sealed, or sealed under another key`,
  missing_entry: (of) => `entry ${of} has a seal, but the entry is gone`,
  missing_seal: (of) => `no. ${of} of the chain, and maybe more after it: the seal is gone`,
  unsealed: (of) => `entry ${of} has no seal: it was added by another program`,
  unbalanced: (of) => `entry ${of} does not add up to zero, or a posting is missing`,
  wrong_balance: (of) => `account ${of} has a balance that is not the sum of its postings`,
  head_changed: (of) =>
    `the noted head ${of} is not in the chain: entries were cut off or replaced`,
};

/** Makes the lines that `npm run ledger:verify` prints. */
export function ledgerReport(
  { checked, waiting, head, damaged, findings }: LedgerVerification,
  checks: readonly LedgerCheck[] = [],
): string[] {
  const known = new Map(
    [sentences, ...checks.map((check) => check.sentences)].flatMap((one) => Object.entries(one)),
  );
  const lines = findings.map(({ damage, of }) => `${damage}: ${known.get(damage)?.(of) ?? of}`);
  if (damaged > findings.length) lines.push(`… and ${damaged - findings.length} more`);
  lines.push(
    damaged === 0
      ? `The ledger is whole: ${checked} entries, and each balance is the sum of its postings.`
      : `The ledger is damaged: ${damaged === 1 ? 'one finding' : `${damaged} findings`} in ${checked} entries.`,
  );
  if (waiting > 0) lines.push(`${waiting} more wait for their seal: workers seal within seconds.`);
  if (head)
    lines.push(
      `Head: ${head}`,
      'Store it where this server cannot write, and pass it to the next run (--head):',
      'only that shows whether the end of the ledger was cut off.',
    );
  return lines;
}
