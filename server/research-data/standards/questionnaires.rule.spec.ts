import type { Cell } from '../rows/cell.rule';
import type { CodebookEntry } from '../rows/codebook.rule';
import { Questionnaires } from './questionnaires.rule';

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
const columns = names.map((name): CodebookEntry => ({
  ...{ name, type: 'string', levels: null, range: null, values: 1, missing: 0 },
}));
const cellsOf = (rows: Row[]) => rows.map((row) => names.map((name) => row[name]));
const found = (...runs: Row[][]) => {
  const questionnaires = new Questionnaires(columns);
  for (const rows of runs) questionnaires.learn(cellsOf(rows));
  return questionnaires
    .measures()
    .map(({ type, columns: at }) => [type, at.map((i) => names[i])] as const);
};
const likert = (answers: Row): Row => ({ trial_type: 'survey-likert', rt: 9, ...answers });

describe('The questionnaires of a study', () => {
  it('are trials of plugins that ask questions, over all of a run’s trials of the same plugin', () => {
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

  it('have no question that a run answers twice', () => {
    const twice = [likert({ 'response.Q0': 1, 'response.Q1': 1 }), likert({ 'response.Q0': 2 })];
    expect(found(twice)).toEqual([['survey-likert', ['response.Q1']]]);
    expect(found([likert({ 'response.Q0': 1 }), likert({ 'response.Q0': 2 })])).toEqual([]);
  });

  it('of the builder have each answer in a column of its own, which other trials do not have', () => {
    const rows: Row[] = [
      { trial_type: 'questionnaire', rt: 9, mood: 4, part: 'end' },
      { trial_type: 'html-keyboard-response', response: 'f', part: 'word' },
    ];
    expect(found(rows)).toEqual([['questionnaire', ['mood']]]);
  });

  it('are none where no trial asks anything', () => {
    expect(found([{ trial_type: 'html-keyboard-response', response: 'f', mood: 1 }])).toEqual([]);
    expect(found([{ mood: 1 }])).toEqual([]);
  });

  it('have a row for a run, with nothing where it did not answer', () => {
    const questionnaires = new Questionnaires(columns);
    const answered = cellsOf([likert({ 'response.Q0': 1 }), likert({ 'response.Q1': 2 })]);
    questionnaires.learn(answered);
    const [measure] = questionnaires.measures();
    if (!measure) throw new Error('a measure is found');
    expect(questionnaires.answersOf(measure, answered)).toEqual([1, 2]);
    expect(questionnaires.answersOf(measure, [])).toEqual([undefined, undefined]);
  });
});
