import { RosterDecision } from '../../../../contracts/participations';
import type { TagDecision } from '../../../../contracts/session-insights';
import { codeOf } from '../../lib/form';

/** The columns of a file of decisions; the last two may be missing. */
export const columns = ['tag', 'decision', 'category', 'reason'] as const;
export type Row = Partial<Record<(typeof columns)[number], string>>;

export interface LineFault {
  /** As an editor counts them: the heading is line 1. */
  line: number;
  column: (typeof columns)[number];
  /** A code of fieldCodes. */
  code: string;
}

const isTag = /^[0-9a-f]{16}$/;

/**
 * The decisions of a file, or what is wrong with it by line; never both, since all of them are made or
 * none. Whether a tag is of this session, only the server knows.
 */
export function decisionsOf(
  rows: readonly Row[],
): { decisions: TagDecision[] } | { faults: LineFault[] } {
  const faults: LineFault[] = [];
  const decisions: TagDecision[] = [];
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const line = index + 2;
    const tag = row.tag?.trim().toLowerCase() ?? '';
    if (!tag) faults.push({ line, column: 'tag', code: 'required' });
    else if (!isTag.test(tag)) faults.push({ line, column: 'tag', code: 'invalid' });
    else if (seen.has(tag)) faults.push({ line, column: 'tag', code: 'named_twice' });
    seen.add(tag);
    const action = row.decision?.trim().toLowerCase();
    const parsed = RosterDecision.safeParse(
      {
        action,
        ...(action === 'reject' && row.category?.trim() && { category: row.category.trim() }),
        ...(row.reason?.trim() && { reason: row.reason.trim() }),
      },
      { error: (issue) => codeOf(issue) },
    );
    if (parsed.success) decisions.push({ tag, decision: parsed.data });
    else
      for (const { path, message } of parsed.error.issues.slice(0, 1)) {
        const name = String(path[0] ?? 'action');
        faults.push({
          line,
          column: name === 'category' || name === 'reason' ? name : 'decision',
          code: message,
        });
      }
  });
  return faults.length > 0 ? { faults } : { decisions };
}

/** The line that a field of the server's answer is about: `decisions.3.tag` is line 5. */
export function lineOf(path: string): number | null {
  const found = /^decisions\.(\d+)/.exec(path)?.[1];
  return found === undefined ? null : Number(found) + 2;
}
