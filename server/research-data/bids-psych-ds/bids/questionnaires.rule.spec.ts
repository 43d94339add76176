import type { Cell } from '../../columns/cell.rule';
import type { Column } from '../../columns/column.rule';
import { Questionnaires, withoutParticipantTypedLevels } from './questionnaires.rule';

const names = [
  'trial_type',
  'rt',
  'response',
  'response.Q0',
  'response.Q1',
  'mood',
  'part',
] as const;
type Row = Partial<Record<(typeof names)[number], Cell>>;
const columns = names.map((name): Column => ({
  ...{ name, type: 'string', levels: null, range: null, values: 1, missing: 0 },
}));
const cellsOf = (rows: Row[]) => rows.map((row) => names.map((name) => row[name]));
const found = (...runs: Row[][]) => {
  const questionnaires = new Questionnaires(columns);
  for (const rows of runs) questionnaires.learn(cellsOf(rows));
  return questionnaires
    .measures()
    .map(
      ({ type, questions }) =>
        [
          type,
          questions.map(
            ({ column, answer }) => `${names[column]}${answer > 1 ? ` ${answer}` : ''}`,
          ),
        ] as const,
    );
};
const likert = (answers: Row): Row => ({ trial_type: 'survey-likert', rt: 9, ...answers });

describe('Questionnaires of a BIDS dataset', () => {
  it('combine all trials of a run by the same survey plugin', () => {
    const rows = [
      likert({ 'response.Q0': 1 }),
      likert({ 'response.Q1': 2 }),
      { trial_type: 'survey-text', 'response.Q0': 'x' },
      { trial_type: 'html-button-response', response: 1 },
    ];
    expect(found(rows, [likert({ 'response.Q0': 0 })])).toEqual([
      ['survey-likert', ['response.Q0', 'response.Q1']],
      ['survey-text', ['response.Q0']],
    ]);
  });

  it('have as many columns for a question as the run with the most answers needs', () => {
    const twice = [likert({ 'response.Q0': 1, 'response.Q1': 1 }), likert({ 'response.Q0': 2 })];
    const once = [likert({ 'response.Q0': 5, 'response.Q1': 6 })];
    expect(found(once, twice, once)).toEqual([
      ['survey-likert', ['response.Q0', 'response.Q0 2', 'response.Q1']],
    ]);
    const questionnaires = new Questionnaires(columns);
    for (const rows of [once, twice]) questionnaires.learn(cellsOf(rows));
    const [measure] = questionnaires.measures();
    const answers = (rows: Row[]) => measure && questionnaires.answersOf(measure, cellsOf(rows));
    expect(answers(twice)).toEqual([1, 2, 1]);
    expect(answers(once)).toEqual([5, undefined, 6]);
  });

  it('have at most nine columns for a question, with the first answers', () => {
    const often = Array.from({ length: 20 }, (_, n) => likert({ 'response.Q0': n }));
    const questionnaires = new Questionnaires(columns);
    questionnaires.learn(cellsOf(often));
    const [measure] = questionnaires.measures();
    expect(measure && questionnaires.answersOf(measure, cellsOf(often))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  it('list no typed text as a level unless it has a label', () => {
    const rows: Row[] = [
      { trial_type: 'survey-text', 'response.Q0': 'I am ill' },
      { trial_type: 'survey-multi-choice', 'response.Q1': 'yes' },
      { trial_type: 'questionnaire', mood: 'typed', part: 'end' },
      { trial_type: 'html-keyboard-response', response: 'f', part: 'word' },
    ];
    const questionnaires = new Questionnaires(columns);
    questionnaires.learn(cellsOf(rows));
    const entries = columns.map((one) => ({ ...one, levels: ['a'] }));
    const labelled = entries.map((one) => ({ ...one, labels: [{ value: 'a', label: 'A' }] }));
    const without = (all: Column[]) =>
      withoutParticipantTypedLevels(all, questionnaires.typed()).flatMap(({ name, levels }) =>
        levels === null ? [name] : [],
      );
    expect(without(entries)).toEqual(['response.Q0', 'mood']);
    expect(without(labelled)).toEqual([]);
    const numbers = entries.map((one) => ({ ...one, type: 'integer' as const }));
    expect(without(numbers)).toEqual([]);
  });

  it('made in the timeline builder exclude columns that other trials have, too', () => {
    const rows: Row[] = [
      { trial_type: 'questionnaire', rt: 9, mood: 4, part: 'end' },
      { trial_type: 'html-keyboard-response', response: 'f', part: 'word' },
    ];
    expect(found(rows)).toEqual([['questionnaire', ['mood']]]);
  });

  it('are empty when no trial is of a survey plugin', () => {
    expect(found([{ trial_type: 'html-keyboard-response', response: 'f', mood: 1 }])).toEqual([]);
    expect(found([{ mood: 1 }])).toEqual([]);
  });

  it('have a row for each run, with missing values for unanswered questions', () => {
    const questionnaires = new Questionnaires(columns);
    const answered = cellsOf([likert({ 'response.Q0': 1 }), likert({ 'response.Q1': 2 })]);
    questionnaires.learn(answered);
    const [measure] = questionnaires.measures();
    if (!measure) throw new Error('a measure is found');
    expect(questionnaires.answersOf(measure, answered)).toEqual([1, 2]);
    expect(questionnaires.answersOf(measure, [])).toEqual([undefined, undefined]);
  });
});
