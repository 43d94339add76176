import type { Cell } from '../rows/cell.rule';
import type { CodebookEntry } from '../rows/codebook.rule';

/** Plugins that ask questions: those of jsPsych, which have their answers in `response`. */
const surveys = [
  'survey',
  'survey-html-form',
  'survey-likert',
  'survey-multi-choice',
  'survey-multi-select',
  'survey-text',
] as const;
/** That of the builder, which has each answer in a column of its own. */
const ofBuilder = 'questionnaire';
const noAnswers = new Set([
  ...['rt', 'page_rts', 'trial_type', 'trial_index', 'time_elapsed', 'plugin_version', 'onset'],
  ...['run_participant', 'run_session', 'run_attempt', 'run_seq', 'run_part', 'run_kind'],
  'run_value',
]);
const response = /^response(\.|$)/;

/** Answers to the questions of one plugin: the columns of the data that have them. */
export interface Measure {
  readonly type: string;
  readonly columns: readonly number[];
}
interface Asked {
  readonly type: string;
  /** Columns with an answer in a trial, and those with two answers in the same run. */
  readonly answered: Set<number>;
  readonly repeated: Set<number>;
}

/**
 * Finds the questionnaires of a study in the rows of its data. A trial is of one where it names one of
 * these plugins; a column has answers to it where no run answers it twice: which of two counts, a table with
 * a row for each run cannot say. Of the builder's, a column that other trials have, too, is no question.
 */
export class Questionnaires {
  private readonly typeAt: number;
  private readonly mayAnswer: ReadonlyMap<string, readonly number[]>;
  private readonly asked = new Map<string, Asked>();
  private readonly ofOthers = new Set<number>();

  constructor(columns: readonly CodebookEntry[]) {
    this.typeAt = columns.findIndex(({ name }) => name === 'trial_type');
    const places = (isAnswer: (name: string) => boolean) =>
      columns.flatMap(({ name }, i) => (isAnswer(name) ? [i] : []));
    const own = places((name) => response.test(name));
    this.mayAnswer = new Map<string, readonly number[]>([
      ...surveys.map((type) => [type, own] as const),
      [ofBuilder, places((name) => !noAnswers.has(name))],
    ]);
    const types = columns[this.typeAt]?.levels;
    const isAny = !types || types.some((type) => this.mayAnswer.has(String(type)));
    if (!isAny) this.typeAt = -1;
  }

  /** The rows of a run. */
  learn(rows: Iterable<readonly Cell[]>): void {
    if (this.typeAt < 0) return;
    const ofRun = new Map<string, Set<number>>();
    for (const cells of rows) {
      const named = cells[this.typeAt];
      const type = typeof named === 'string' ? named : '';
      if (type !== ofBuilder) this.learnOther(cells);
      const places = this.mayAnswer.get(type);
      if (!places) continue;
      const asked = this.asked.get(type) ?? { type, answered: new Set(), repeated: new Set() };
      this.asked.set(type, asked);
      const before = ofRun.get(type) ?? new Set();
      ofRun.set(type, before);
      for (const i of places) {
        if (cells[i] === undefined || cells[i] === null) continue;
        asked.answered.add(i);
        if (before.has(i)) asked.repeated.add(i);
        before.add(i);
      }
    }
  }

  private learnOther(cells: readonly Cell[]): void {
    for (const i of this.mayAnswer.get(ofBuilder) ?? [])
      if (cells[i] !== undefined) this.ofOthers.add(i);
  }

  /** After the last run. */
  measures(): Measure[] {
    return [...this.asked.values()]
      .map(({ type, answered, repeated }) => ({
        type,
        columns: [...answered]
          .filter((i) => !repeated.has(i) && (type !== ofBuilder || !this.ofOthers.has(i)))
          .sort((a, b) => a - b),
      }))
      .filter(({ columns }) => columns.length > 0)
      .sort((a, b) => (a.type < b.type ? -1 : 1));
  }

  /** What a run answered, a cell for each column of the measure. */
  answersOf({ type, columns }: Measure, rows: Iterable<readonly Cell[]>): Cell[] {
    const answers: Cell[] = columns.map(() => undefined);
    for (const cells of rows)
      if (cells[this.typeAt] === type)
        for (const [place, i] of columns.entries()) answers[place] = cells[i] ?? answers[place];
    return answers;
  }
}

/** Of a column within its questionnaire: the question, without what all of them begin with. */
export const questionOf = (name: string): string => name.replace(/^response\./, '');
