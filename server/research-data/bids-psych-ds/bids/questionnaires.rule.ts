import type { Cell } from '../../columns/cell.rule';
import type { Column } from '../../columns/column.rule';

/** jsPsych plugins that ask questions and store the answers in `response`. */
const surveys = [
  'survey',
  'survey-html-form',
  'survey-likert',
  'survey-multi-choice',
  'survey-multi-select',
  'survey-text',
] as const;
/**
 * The plugins in which participants only choose. In all other plugins, and in the questionnaire of
 * the timeline builder, they may type text.
 */
const chosen = new Set(['survey-likert', 'survey-multi-choice', 'survey-multi-select']);
/**
 * A run may answer a question several times. Each answer gets a separate column, up to this many;
 * later answers are only in the table of trials.
 */
const mostAnswers = 9;
/** The timeline builder's plugin, which stores each answer in a separate column. */
const ofBuilder = 'questionnaire';
const noAnswers = new Set([
  ...['rt', 'page_rts', 'trial_type', 'trial_index', 'time_elapsed', 'plugin_version', 'onset'],
  ...['run_participant', 'run_session', 'run_attempt', 'run_seq', 'run_part', 'run_kind'],
  'run_value',
]);
const response = /^response(\.|$)/;

/**
 * A question. `column` is the index of its column in the data. A run may answer a question several
 * times; `answer` is the number of the answer, from 1.
 */
export interface QuestionColumn {
  readonly column: number;
  readonly answer: number;
}
/** A questionnaire: the questions of one jsPsych plugin. */
export interface PluginQuestionnaire {
  readonly type: string;
  readonly questions: readonly QuestionColumn[];
}
interface Asked {
  readonly type: string;
  /** For each column, the largest number of answers that one run has in it. */
  readonly answers: Map<number, number>;
}

/**
 * Finds the questionnaires of a study in the rows of its data.
 * - A trial belongs to a questionnaire if its `trial_type` is a plugin that asks questions. Each
 *   answer column that the trial fills is a question.
 * - A run may have several answers in one column: the study may repeat a question, or the first
 *   question of several pages may have the name `Q0`. The run's first answer goes into the
 *   question's column. Each later answer goes into a further column.
 * - The timeline builder's questionnaire can have its answers in any column. So a column is a
 *   question of this questionnaire only if no trial of another plugin has a value in the column.
 */
export class Questionnaires {
  private readonly typeAt: number;
  private readonly mayAnswer: ReadonlyMap<string, readonly number[]>;
  private readonly asked = new Map<string, Asked>();
  private readonly ofOthers = new Set<number>();

  constructor(columns: readonly Column[]) {
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

  /**
   * Whether the data may contain a questionnaire: a column states the plugin of each trial, and its
   * known values include a plugin that asks questions.
   */
  get mayBeAny(): boolean {
    return this.typeAt >= 0;
  }

  /** Notes which questions the rows of a run answer, and how often. */
  learn(rows: Iterable<readonly Cell[]>): void {
    if (this.typeAt < 0) return;
    const ofRun = new Map<string, Map<number, number>>();
    for (const cells of rows) {
      const named = cells[this.typeAt];
      const type = typeof named === 'string' ? named : '';
      if (type !== ofBuilder) this.learnOther(cells);
      const places = this.mayAnswer.get(type);
      if (!places) continue;
      const asked = this.asked.get(type) ?? { type, answers: new Map<number, number>() };
      this.asked.set(type, asked);
      const before = ofRun.get(type) ?? new Map<number, number>();
      ofRun.set(type, before);
      for (const i of places) {
        if (cells[i] === undefined || cells[i] === null) continue;
        const answer = (before.get(i) ?? 0) + 1;
        before.set(i, answer);
        asked.answers.set(i, Math.max(answer, asked.answers.get(i) ?? 0));
      }
    }
  }

  private learnOther(cells: readonly Cell[]): void {
    for (const i of this.mayAnswer.get(ofBuilder) ?? [])
      if (cells[i] !== undefined) this.ofOthers.add(i);
  }

  /** Returns the questionnaires that the rows contain. Call it after `learn` has read all runs. */
  measures(): PluginQuestionnaire[] {
    return [...this.asked.values()]
      .map(({ type, answers }) => ({
        type,
        questions: [...answers]
          .filter(([i]) => this.isQuestion(type, i))
          .sort(([a], [b]) => a - b)
          .flatMap(([column, most]) =>
            Array.from({ length: Math.min(most, mostAnswers) }, (_, n) => ({
              column,
              answer: n + 1,
            })),
          ),
      }))
      .filter(({ questions }) => questions.length > 0)
      .sort((a, b) => (a.type < b.type ? -1 : 1));
  }

  /**
   * Returns the columns with answers that participants may have typed. Call it after `learn` has
   * read all runs.
   */
  typed(): ReadonlySet<number> {
    const asked = [...this.asked.values()].filter(({ type }) => !chosen.has(type));
    return new Set(
      asked.flatMap(({ type, answers }) =>
        [...answers.keys()].filter((i) => this.isQuestion(type, i)),
      ),
    );
  }

  private isQuestion(type: string, column: number): boolean {
    return type !== ofBuilder || !this.ofOthers.has(column);
  }

  /** Returns the answers of a run, one cell for each question of the questionnaire. */
  answersOf({ type, questions }: PluginQuestionnaire, rows: Iterable<readonly Cell[]>): Cell[] {
    const answered = new Map<number, Cell[]>(questions.map(({ column }) => [column, []]));
    for (const cells of rows)
      if (cells[this.typeAt] === type)
        for (const [column, answers] of answered) {
          const cell = cells[column];
          if (cell !== undefined && cell !== null && answers.length < mostAnswers)
            answers.push(cell);
        }
    return questions.map(({ column, answer }) => answered.get(column)?.[answer - 1]);
  }
}

/**
 * Removes the levels of columns in which participants may have typed: what individuals wrote is not
 * a category. Values that the researcher labelled stay levels.
 */
export const withoutParticipantTypedLevels = (
  columns: readonly Column[],
  typed: ReadonlySet<number>,
): Column[] =>
  columns.map((entry, i) =>
    typed.has(i) && entry.type === 'string' && !entry.labels ? { ...entry, levels: null } : entry,
  );

/**
 * Returns the name of a question in its questionnaire's table: the column's name without the prefix
 * `response.`, which all questions have.
 */
export const questionNameOf = (name: string): string => name.replace(/^response\./, '');
