import type { AuditDamage, AuditFinding, StoredChainHead, AuditVerdict } from './verify-audit';

const words: Record<AuditDamage, string> = {
  changed: 'was changed after it was sealed, or sealed under another key',
  missing_record: 'has a seal, but the record is gone',
  missing_seal: 'and maybe more after it: the seal is gone',
  inserted: 'is far older than a record sealed before it: slipped in later',
  unsealed: 'was never sealed: no worker runs, or it was written past the log',
  note_changed: 'names a reason that was changed since',
  start_changed:
    'is said to be the last one that was cut off, but no cut with this key wrote that: the ' +
    'beginning of the log may be missing',
  head_changed: 'does not have the seal that was noted: the log was cut off or made anew',
};

const thingOf = ({ sequence, audit_id }: AuditFinding): string =>
  sequence === null && audit_id === null
    ? 'the chain'
    : `record ${[sequence === null ? null : `no. ${sequence}`, audit_id].filter(Boolean).join(', ')}`;

const dayOf = (text: string) => text.slice(0, 10);

/** Describes each finding of the verification in one line of text. */
export function describeAuditFindings({ damaged, findings }: AuditVerdict): string[] {
  const lines = findings.map(
    (finding) => `${finding.damage}: ${thingOf(finding)} ${words[finding.damage]}`,
  );
  return damaged > findings.length ? [...lines, `… and ${damaged - findings.length} more`] : lines;
}

/** What `audit:verify` prints. */
export function auditReportLines(verdict: AuditVerdict, noted: StoredChainHead | null): string[] {
  const { checked, waiting, start, head, notedIsCut, damaged } = verdict;
  const lines = describeAuditFindings(verdict);
  const place = noted?.sequence == null ? '' : ` at no. ${noted.sequence}`;
  const amongThem = noted && !notedIsCut ? `, the head noted${place} among them` : '';
  lines.push(
    damaged === 0
      ? `The audit log is whole: ${checked} records${amongThem}.`
      : `The audit log is damaged: ${damaged === 1 ? 'one finding' : `${damaged} findings`} in ${checked} records.`,
  );
  if (start)
    lines.push(
      `It begins with ${start.kept_from_text.slice(0, 7)}, after no. ${start.sequence}: what was ` +
        `older was cut off on ${dayOf(start.cut_at_text)}.`,
    );
  if (notedIsCut)
    lines.push(
      noted?.sequence == null
        ? 'The head noted is not among them. Whether it was cut off too or is missing at the end ' +
            'cannot be said of a seal alone: note SEQUENCE:SEAL.'
        : `The head noted${place} was cut off too, so nothing can be said about it.`,
    );
  if (waiting > 0)
    lines.push(`${waiting} more were written within the last minute and wait for their seal.`);
  if (head)
    lines.push(
      `Head: ${head.sequence}:${head.seal}`,
      'Keep it where this server cannot write, and hand it to the next run (--head): only so is a log noticed whose end was cut off.',
    );
  return lines;
}
