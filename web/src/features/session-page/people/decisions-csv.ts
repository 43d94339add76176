import { unparse } from 'papaparse';
import { RosterDecision } from '../../../../../contracts/enrolment/participations';
import type { DecisionByTagOrPseudonym } from '../../../../../contracts/enrolment/session-insights';
import { fieldErrorCodeOf } from '../../../lib/form';
import { readTable, type TableFault } from '../../../lib/tables/read-table';

/**
 * The columns of a file of decisions. The last two are optional, and unknown columns are ignored. A
 * participant is identified by the tag that the list shows, or by the pseudonym that exports
 * contain in `run_participant`.
 */
export const decisionColumns = [
  'tag',
  'run_participant',
  'decision',
  'category',
  'reason',
] as const;
export type DecisionRow = Partial<Record<(typeof decisionColumns)[number], string>>;
export interface DecisionLine {
  /** The line number in an editor; the heading is line 1. */
  line: number;
  row: DecisionRow;
}

export interface DecisionLineFault {
  line: number;
  column: (typeof decisionColumns)[number];
  /** A code of fieldErrorCodes. */
  code: string;
}

const isTag = /^[0-9a-f]{16}$/;
const isPseudonym = /^[0-9a-f]{32}$/;
/**
 * The character before each tag in the file. Without it, a spreadsheet would read 16 digits as a
 * number and round them.
 */
const mark = '#';

/**
 * Reads the lines of a file of decisions, or says why the file is no valid table. Unknown columns
 * are ignored.
 */
export function parseDecisionLines(
  text: string,
): { lines: DecisionLine[] } | { faults: TableFault[] } {
  const table = readTable(text, {
    own: decisionColumns,
    needed: ['decision'],
    othersIgnored: true,
  });
  if ('faults' in table) return table;
  const named = ['tag', 'run_participant'];
  if (!table.columns.some(({ name }) => named.includes(name)))
    return { faults: [{ line: table.line, column: '', code: 'no_columns' }] };
  const placed = decisionColumns
    .map((name) => [name, table.columns.findIndex((one) => one.name === name)] as const)
    .filter(([, place]) => place >= 0);
  return {
    lines: table.rows.map(({ line, cells }) => ({
      line,
      row: Object.fromEntries(placed.map(([name, place]) => [name, cells[place] ?? ''])),
    })),
  };
}

/** Whether the line contains a decision; without one, the participation stays as it is. */
const decides = ({ row }: DecisionLine): boolean =>
  [row.decision, row.category, row.reason].some((cell) => (cell ?? '').trim() !== '');

/**
 * Returns the decisions in a file with their line numbers or, if any line has a fault, only the
 * faults: either all decisions are made or none. Only the server knows whether a tag belongs to
 * this session.
 */
export function readDecisions(
  all: readonly DecisionLine[],
): { decisions: DecisionByTagOrPseudonym[]; lines: number[] } | { faults: DecisionLineFault[] } {
  const faults: DecisionLineFault[] = [];
  const decisions: DecisionByTagOrPseudonym[] = [];
  const lines: number[] = [];
  const seen = new Set<string>();
  for (const { line, row } of all.filter(decides)) {
    const tag = (row.tag ?? '').trim().replace(mark, '').toLowerCase();
    const run_participant = (row.run_participant ?? '').trim().replace(mark, '').toLowerCase();
    // If a line has a tag and a pseudonym, the tag is used.
    const column = tag || !run_participant ? 'tag' : 'run_participant';
    const key = tag || run_participant;
    if (!key) faults.push({ line, column, code: 'required' });
    else if (!(tag ? isTag : isPseudonym).test(key)) faults.push({ line, column, code: 'invalid' });
    else if (seen.has(key)) faults.push({ line, column, code: 'named_twice' });
    seen.add(key);
    const action = row.decision?.trim().toLowerCase();
    const category = row.category?.trim().toLowerCase();
    const parsed = RosterDecision.safeParse(
      {
        action,
        ...(action === 'reject' && category && { category }),
        ...(row.reason?.trim() && { reason: row.reason.trim() }),
      },
      { error: (issue) => fieldErrorCodeOf(issue) },
    );
    if (parsed.success) {
      decisions.push({ ...(tag ? { tag } : { run_participant }), decision: parsed.data });
      lines.push(line);
    } else
      for (const { path, message } of parsed.error.issues.slice(0, 1)) {
        const name = String(path[0] ?? 'action');
        faults.push({
          line,
          column: name === 'category' || name === 'reason' ? name : 'decision',
          code: message,
        });
      }
  }
  return faults.length > 0 ? { faults } : { decisions, lines };
}

/**
 * Returns the line number to which a path in the server's answer refers: `decisions.3.tag` refers
 * to the line of the fourth decision.
 */
export function lineOfPath(path: string, lines: readonly number[]): number | null {
  const found = /^decisions\.(\d+)/.exec(path)?.[1];
  return found === undefined ? null : (lines[Number(found)] ?? null);
}

/** Writes the participants of a session as a CSV file, with empty columns for decisions. */
export const participantsCsv = (
  entries: readonly { tag: string; state: string; day: string; since: string | null }[],
): string =>
  // The UTF-8 mark (BOM), without which spreadsheets assume a different encoding.
  `\u{feff}${unparse({
    fields: ['tag', 'state', 'since', 'decision', 'category', 'reason'],
    data: entries.map(({ tag, state, day, since }) => [
      mark + tag,
      state,
      since ?? day,
      '',
      '',
      '',
    ]),
  })}\r\n`;
