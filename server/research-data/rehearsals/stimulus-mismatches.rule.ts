import type { RehearsalRows } from '../../../contracts/research-data/rehearsal-data';
import { plainTextOf } from '../../study-files/questions/timeline-questions.rule';
import type { Cell } from '../columns/cell.rule';

/**
 * Columns that jsPsych itself writes, or that describe the participant's actions. They contain no
 * copy of what was shown, so they are not compared.
 */
const others = /^(?:run_|response|stimulus$|trial_type$|trial_name$|view_history|simulated$)/;
/** The most mismatches that a rehearsal lists. */
const most = 20;
const longest = 100;

type Disagreement = RehearsalRows['disagree'][number];

interface Compared {
  agree: number;
  readonly different: Map<string, Disagreement>;
  disagree: number;
}

/**
 * Compares what trials showed with what they recorded. If the text of a column occurs in the column
 * `stimulus` in most rows, the column is a copy of the shown text. Each row without the text in
 * `stimulus` is a mismatch: the researcher probably changed only the shown text, or only the copy.
 */
export class StimulusMismatches {
  private readonly stimulusAt: number;
  private readonly columns = new Map<number, Compared>();

  constructor(private readonly names: readonly string[]) {
    this.stimulusAt = names.indexOf('stimulus');
    for (const [i, name] of names.entries())
      if (!others.test(name)) this.columns.set(i, { agree: 0, disagree: 0, different: new Map() });
  }

  add(cells: readonly Cell[]): void {
    const stimulus = cells[this.stimulusAt];
    if (typeof stimulus !== 'string') return;
    const words = plainTextOf(stimulus);
    if (words === '') return;
    for (const [i, compared] of this.columns) {
      const recorded = cells[i];
      if (typeof recorded !== 'string' || recorded.trim() === '') continue;
      if (isWithin(recorded, words, stimulus)) compared.agree += 1;
      else this.note(compared, { column: this.names[i] ?? '', recorded, shown: words });
    }
  }

  private note(compared: Compared, { column, recorded, shown }: Omit<Disagreement, 'rows'>): void {
    compared.disagree += 1;
    const key = JSON.stringify([recorded, shown]);
    const known = compared.different.get(key);
    if (known) known.rows += 1;
    else if (compared.different.size < most)
      compared.different.set(key, {
        column,
        recorded: recorded.slice(0, longest),
        shown: shown.slice(0, longest),
        rows: 1,
      });
  }

  /** Returns the mismatches, those that concern the most rows first. */
  found(): Disagreement[] {
    return [...this.columns.values()]
      .filter(({ agree, disagree }) => disagree > 0 && agree >= disagree)
      .flatMap(({ different }) => [...different.values()])
      .sort((a, b) => b.rows - a.rows)
      .slice(0, most);
  }
}

/** A short text may occur by chance within any HTML tag, so it is searched only in the text without tags. */
function isWithin(recorded: string, words: string, html: string): boolean {
  const text = recorded.trim().toLowerCase();
  if (text.length < 3) return words.toLowerCase().includes(text);
  return words.toLowerCase().includes(text) || html.toLowerCase().includes(text);
}
