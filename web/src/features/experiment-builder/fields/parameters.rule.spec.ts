import type {
  PluginParameter,
  TimelinePlugin,
} from '../../../../../contracts/timeline/timeline-plugins';
import {
  defaultText,
  groupParameters,
  sourceOf,
  underSource,
  unitOf,
  withValue,
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
  it('shows required parameters first, then common or set ones, and folds the others', () => {
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
    expect(sourceOf(parameter({ type }), value as never)).toBe(source);
  });

  it('keeps the set value when its source changes to code', () => {
    expect(underSource('$js', 'a"b')).toEqual({ $js: '"a\\"b"' });
    expect(underSource('$js', { $var: 'word' })).toEqual({ $js: "variable('word')" });
    expect(underSource('$js', undefined)).toEqual({ $js: '' });
    expect(underSource('$var', 'a')).toEqual({ $var: '' });
    expect(underSource('value', { $var: 'a' })).toBeUndefined();
  });

  it('returns the unit of a parameter by the parameter’s name, and its default as text', () => {
    expect([unitOf('trial_duration'), unitOf('gap_ms'), unitOf('canvas_size')]).toEqual([
      'ms',
      'ms',
      null,
    ]);
    expect(defaultText(parameter({ default: 'ALL_KEYS' }))).toBe('ALL_KEYS');
    expect(defaultText(parameter({ default: ['a', 'b'] }))).toBe('["a","b"]');
    expect(defaultText(parameter({ default: null }))).toBeNull();
    expect(defaultText(parameter({ default_js: '() => 1' }))).toBeNull();
  });

  it('sets a parameter by its path, and resets it to its default', () => {
    const values = { a: 1, b: 2 };
    expect(Object.entries(withValue(values, 'a', 3))).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(withValue(values, 'a', undefined)).toEqual({ b: 2 });
    expect(withValue(values, 'c', null)).toEqual({ a: 1, b: 2, c: null });
  });
});
