import type {
  PluginParameter,
  TimelinePlugin,
} from '../../../../../contracts/timeline/timeline-plugins';
import {
  defaultValueText,
  groupParameters,
  valueSourceOf,
  valueAfterSourceChange,
  parameterUnitOf,
  withParameterValue,
} from './parameters.rule';

const parameter = (more: Partial<PluginParameter> = {}): PluginParameter => ({
  type: 'string',
  array: false,
  required: false,
  description: '',
  ...more,
});
const plugin = (parameters: Record<string, PluginParameter>): TimelinePlugin => ({
  name: 'p',
  group: 'text',
  global: 'p',
  version: '1',
  description: '',
  simulates: true,
  parameters,
  data: {},
});

describe('The form of a trial', () => {
  it('shows required parameters first, then common and set parameters, and folds all others', () => {
    const one = plugin({
      css_classes: parameter(),
      prompt: parameter(),
      choices: parameter(),
      grid: parameter(),
      answer: parameter({ required: true }),
      stimulus: parameter({ required: true }),
    });
    expect(groupParameters(one, { grid: 1 })).toEqual({
      first: ['stimulus', 'answer', 'choices', 'prompt', 'grid'],
      more: ['css_classes'],
    });
  });

  it.each<[PluginParameter['type'], unknown, string]>([
    ['html', 'a', 'value'],
    ['html', undefined, 'value'],
    ['html', { $var: 'word' }, '$var'],
    ['html', { $js: "`a ${variable('word')}`" }, 'value'],
    ['int', { $js: "`a ${variable('word')}`" }, '$js'],
    ['html', { $js: '1' }, '$js'],
    ['image', { $file: 'cat.png' }, 'value'],
    ['function', undefined, '$js'],
    ['html', { $condition: 'x' }, '$condition'],
  ])('finds the source of a value of the type %s, %j: %s', (type, value, source) => {
    expect(valueSourceOf(parameter({ type }), value as never)).toBe(source);
  });

  it('keeps the set value when its source changes to code', () => {
    expect(valueAfterSourceChange('$js', 'a"b')).toEqual({ $js: '"a\\"b"' });
    expect(valueAfterSourceChange('$js', { $var: 'word' })).toEqual({ $js: "variable('word')" });
    expect(valueAfterSourceChange('$js', undefined)).toEqual({ $js: '' });
    expect(valueAfterSourceChange('$var', 'a')).toEqual({ $var: '' });
    expect(valueAfterSourceChange('value', { $var: 'a' })).toBeUndefined();
  });

  it('returns the unit of a parameter by the parameter’s name, and its default as text', () => {
    expect([
      parameterUnitOf('trial_duration'),
      parameterUnitOf('gap_ms'),
      parameterUnitOf('canvas_size'),
    ]).toEqual(['ms', 'ms', null]);
    expect(defaultValueText(parameter({ default: 'ALL_KEYS' }))).toBe('ALL_KEYS');
    expect(defaultValueText(parameter({ default: ['a', 'b'] }))).toBe('["a","b"]');
    expect(defaultValueText(parameter({ default: null }))).toBeNull();
    expect(defaultValueText(parameter({ default_js: '() => 1' }))).toBeNull();
  });

  it('sets a parameter by its path, and resets it to its default', () => {
    const values = { a: 1, b: 2 };
    expect(Object.entries(withParameterValue(values, 'a', 3))).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(withParameterValue(values, 'a', undefined)).toEqual({ b: 2 });
    expect(withParameterValue(values, 'c', null)).toEqual({ a: 1, b: 2, c: null });
  });
});
