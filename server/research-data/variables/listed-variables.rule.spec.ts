import {
  emptyVariableDescription,
  variableLimits,
} from '../../../contracts/research-data/study-variables';
import type { Column } from '../columns/column.rule';
import { listedVariables } from './listed-variables.rule';

const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...{ name, type: 'integer', levels: null, range: null, values: 1, missing: 0 },
  ...more,
});
const said = (name: string) => ({
  ...{ ...emptyVariableDescription, name, description: 'Ours', unit: 'ms', version: 'v1' },
});

describe('The variables of a study', () => {
  it('are the columns of its data and external files, each once, with their descriptions', () => {
    const data = [column('rt', { description: 'The plugin’s' }), column('word')];
    const outside = [
      { table: 'survey.csv', name: 'word', label: 'Which word?' },
      { table: 'survey.csv', name: 'mood', label: 'How are you?' },
    ];
    const { items, more } = listedVariables(data, outside, [said('rt'), said('gone')]);
    expect(more).toBe(false);
    expect(items).toMatchObject([
      { name: 'rt', recorded_description: 'The plugin’s', description: 'Ours', version: 'v1' },
      { name: 'word', tables: ['data', 'survey.csv'], description: '', version: null },
      { name: 'mood', type: null, tables: ['survey.csv'], recorded_description: 'How are you?' },
      { name: 'gone', type: null, tables: [], description: 'Ours' },
    ]);
  });

  it('exclude names that cannot be stored', () => {
    const names = ['\u0000', 'x'.repeat(variableLimits.name + 1), ' blank '];
    const { items } = listedVariables(
      names.map((name) => column(name)),
      [],
      [],
    );
    expect(items.map(({ name }) => name)).toEqual([' blank ']);
  });

  it('are limited in number, and include each variable with a description', () => {
    const data = Array.from({ length: variableLimits.listed + 5 }, (_, n) => column(`v${n}`));
    const last = `v${variableLimits.listed + 4}`;
    const { items, more } = listedVariables(data, [], [said(last)]);
    expect(more).toBe(true);
    expect(items).toHaveLength(variableLimits.listed);
    expect(items.at(-1)?.name).toBe(last);
  });
});
