import { emptyVariableDescription } from '../../../contracts/research-data/study-variables';
import { researchDataTexts } from '../research-data-texts';
import { columnFromStats } from './column.rule';
import { ColumnStats } from './column-stats.rule';
import {
  withPluginDescriptions,
  withResearcherDescriptions,
  descriptionsByVariable,
} from './descriptions.rule';

const column = (name: string, value: string | number) => {
  const stats = new ColumnStats();
  stats.add(value);
  return columnFromStats(name, stats, 1);
};
const told = (trialType: string, more: string[] = []) =>
  Object.fromEntries(
    withPluginDescriptions(
      [
        column('trial_type', trialType),
        ...['rt', 'mine', 'constructor', ...more].map((name) => column(name, 1)),
      ],
      researchDataTexts.in('en').t,
    ).map(({ name, description, unit }) => [name, [description, unit]]),
  );
const nothing = [undefined, undefined];

describe('withPluginDescriptions', () => {
  it('adds the plugin’s description and unit, and none to columns of the study', () => {
    expect(told('html-keyboard-response')).toEqual({
      trial_type: nothing,
      rt: [expect.stringContaining('response time in milliseconds'), 'ms'],
      mine: nothing,
      constructor: nothing,
    });
  });

  it('describes the columns of every trial, whatever the plugins', () => {
    expect(told('my-plugin', ['trial_index', 'time_elapsed'])).toMatchObject({
      trial_type: ['The plugin of jsPsych that ran the trial', undefined],
      trial_index: [expect.stringContaining('from 0'), undefined],
      time_elapsed: [expect.stringContaining('end of the trial'), 'ms'],
      rt: nothing,
    });
  });

  it('describes nothing when no trial names a known plugin', () => {
    for (const type of ['my-plugin', 'toString'])
      for (const one of Object.values(told(type))) expect(one).toEqual(nothing);
  });
});

describe('withResearcherDescriptions', () => {
  const said = (name: string, more: object) => ({
    ...emptyVariableDescription,
    name,
    ...more,
  });
  const words = (...all: ReturnType<typeof said>[]) => new Map(all.map((one) => [one.name, one]));

  it('replaces the plugin’s description, and keeps that as `recorded_description`', () => {
    const rt = { ...column('rt', 1), description: 'The plugin’s words', unit: 'ms' };
    const [first, other] = withResearcherDescriptions(
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

  it('adds a unit and labels, and keeps everything that the researchers’ description does not mention', () => {
    const levels = [{ value: '1', label: 'never' }];
    const [first] = withResearcherDescriptions(
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

  it('adds only the description of a stored variable, and not its version', () => {
    const stored = { ...said('mood', { unit: 'points' }), version: 'v1' };
    const [first] = withResearcherDescriptions(
      [column('mood', 1)],
      descriptionsByVariable([stored]),
    );
    expect(first).toEqual({ ...column('mood', 1), unit: 'points' });
  });
});
