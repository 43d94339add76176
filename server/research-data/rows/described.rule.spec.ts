import { codebookEntry } from './codebook.rule';
import { ColumnStats } from './column-stats.rule';
import { describedByPlugins } from './described.rule';

const column = (name: string, value: string | number) => {
  const stats = new ColumnStats();
  stats.add(value);
  return codebookEntry(name, stats, 1);
};
const told = (trialType: string) =>
  describedByPlugins([
    column('trial_type', trialType),
    column('rt', 1),
    column('mine', 1),
    column('constructor', 1),
  ]).map(({ name, description }) => [name, description]);

describe('the columns of a study of jsPsych', () => {
  it('are what its plugins say of them; what the study added is not described', () => {
    expect(told('html-keyboard-response')).toEqual([
      ['trial_type', 'The plugin of jsPsych that ran the trial'],
      ['rt', expect.stringContaining('response time in milliseconds')],
      ['mine', undefined],
      ['constructor', undefined],
    ]);
  });

  it('have milliseconds as their unit where a plugin says so', () => {
    const [, rt, mine] = describedByPlugins([
      column('trial_type', 'html-keyboard-response'),
      column('rt', 1),
      column('response', 1),
    ]);
    expect([rt?.unit, mine?.unit]).toEqual(['ms', undefined]);
  });

  it('are not described where no trial names a plugin that is known', () => {
    for (const type of ['my-plugin', 'toString'])
      for (const [, description] of told(type)) expect(description).toBeUndefined();
  });
});
