import { researchDataTexts } from '../research-data-texts';
import { columnOf } from './column.rule';
import { ColumnStats } from './column-stats.rule';
import { describedByPlugins, inOwnWords } from './descriptions.rule';

const column = (name: string, value: string | number) => {
  const stats = new ColumnStats();
  stats.add(value);
  return columnOf(name, stats, 1);
};
const told = (trialType: string, more: string[] = []) =>
  Object.fromEntries(
    describedByPlugins(
      [
        column('trial_type', trialType),
        ...['rt', 'mine', 'constructor', ...more].map((name) => column(name, 1)),
      ],
      researchDataTexts.in('en').t,
    ).map(({ name, description, unit }) => [name, [description, unit]]),
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

describe('What the people of a study say of its columns', () => {
  const said = (name: string, more: object) => ({
    ...{ name, description: '', unit: '', levels: [] },
    ...more,
  });
  const words = (...all: ReturnType<typeof said>[]) => new Map(all.map((one) => [one.name, one]));

  it('comes before what the plugin says, which stays beside it', () => {
    const rt = { ...column('rt', 1), description: 'The plugin’s words', unit: 'ms' };
    const [first, other] = inOwnWords(
      [rt, column('mine', 1)],
      words(said('rt', { description: 'From the beep on' }), said('gone', { unit: 's' })),
    );
    expect(first).toMatchObject({
      description: 'From the beep on',
      recorded_description: 'The plugin’s words',
      unit: 'ms',
    });
    expect(other).toEqual(column('mine', 1));
  });

  it('adds a unit and what values mean, and leaves what it does not speak of', () => {
    const levels = [{ value: '1', label: 'never' }];
    const [first] = inOwnWords(
      [{ ...column('mood', 1), description: 'The plugin’s words' }],
      words(said('mood', { unit: 'points', levels })),
    );
    expect(first).toMatchObject({
      description: 'The plugin’s words',
      unit: 'points',
      labels: levels,
    });
    expect(first).not.toHaveProperty('recorded_description');
  });
});
