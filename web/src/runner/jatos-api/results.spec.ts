import { fakeCommonlab } from '../../test/fake-commonlab';
import { commonBeginningLength, splitLongText } from '../frame/long-text';
import { ComponentResults, resultTextOf } from './results';

describe('the results of a study made for JATOS', () => {
  it('stores only the new part when a study sends all its data again after each trial', async () => {
    const { said, commonlab } = fakeCommonlab();
    const results = new ComponentResults(commonlab, 2);
    await results.submit('[{"n":1}]');
    await results.submit('[{"n":1},{"n":2}]');
    await results.append({ more: true });
    expect(said.map(([, content]) => content)).toEqual([
      { type: 'result', component: 2, keep: 0, parts: 1 },
      '[{"n":1}]',
      { type: 'result', component: 2, keep: 8, parts: 1 },
      ',{"n":2}]',
      { type: 'result', component: 2, keep: null, parts: 1 },
      '{"more":true}',
    ]);
  });

  it('are split into records at any length without splitting a character', () => {
    const text = '🙂'.repeat(5);
    expect(splitLongText(text, 3)).toEqual(['🙂', '🙂', '🙂', '🙂', '🙂']);
    expect(splitLongText('abcdef', 4).join('')).toBe('abcdef');
    expect(commonBeginningLength('a🙂', 'a🙃')).toBe(1);
    expect(commonBeginningLength('abc', 'abd')).toBe(2);
  });

  it('are converted to text as in JATOS', () => {
    expect([
      resultTextOf('as it is'),
      resultTextOf({ a: [1] }),
      resultTextOf(undefined),
      resultTextOf(null),
    ]).toEqual(['as it is', '{"a":[1]}', '', 'null']);
  });
});
