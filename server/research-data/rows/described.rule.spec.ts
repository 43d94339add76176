import { codebookEntry } from './codebook.rule';
import { ColumnStats } from './column-stats.rule';
import { describedByPlugins } from './described.rule';

const column = (name: string, value: string | number) => {
  const stats = new ColumnStats();
  stats.add(value);
  return codebookEntry(name, stats, 1);
};
const told = (trialType: string, more: string[] = []) =>
  Object.fromEntries(
    describedByPlugins([
      column('trial_type', trialType),
      ...['rt', 'mine', 'constructor', ...more].map((name) => column(name, 1)),
    ]).map(({ name, description, unit }) => [name, [description, unit]]),
  );
const nothing = [undefined, undefined];

describe('the columns of a study of jsPsych', () => {
  it('are what its plugins say of them, with their unit; what the study added is not described', () => {
    expect(told('html-keyboard-response')).toEqual({
      trial_type: nothing,
      rt: [expect.stringContaining('response time in milliseconds'), 'ms'],
      mine: nothing,
      constructor: nothing,
    });
  });

  it('that every trial has are described whatever the plugins are', () => {
    expect(told('my-plugin', ['trial_index', 'time_elapsed'])).toMatchObject({
      trial_type: ['The plugin of jsPsych that ran the trial', undefined],
      trial_index: [expect.stringContaining('from 0'), undefined],
      time_elapsed: [expect.stringContaining('end of the trial'), 'ms'],
      rt: nothing,
    });
  });

  it('are not described where no trial names a plugin that is known', () => {
    for (const type of ['my-plugin', 'toString'])
      for (const one of Object.values(told(type))) expect(one).toEqual(nothing);
  });
});
