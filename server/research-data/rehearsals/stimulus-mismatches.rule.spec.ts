import { StimulusMismatches } from './stimulus-mismatches.rule';

const names = ['run_seq', 'stimulus', 'word', 'ink', 'part', 'response'];
const found = (rows: [stimulus: string, word: string | undefined, ink?: string][]) => {
  const all = new StimulusMismatches(names);
  for (const [stimulus, word, ink] of rows) all.add([1, stimulus, word, ink, 'practice', 'r']);
  return all.found();
};
const shows = (word: string, colour = '#c62828') => `<p style="color: ${colour}">${word}</p>`;

describe('StimulusMismatches', () => {
  it('are empty when trials record what they show, or something unrelated', () => {
    expect(found([])).toEqual([]);
    expect(
      found([
        [shows('red', 'red'), 'red', 'red'],
        [shows('green', 'red'), 'green', 'red'],
      ]),
    ).toEqual([]);
    expect(
      found([
        [shows('●'), undefined, 'circle'],
        [shows('■'), undefined, 'square'],
      ]),
    ).toEqual([]);
  });

  it('lists each recorded text that was not shown when the column usually repeats what was shown', () => {
    expect(
      found([
        [shows('red'), 'crimson'],
        [shows('red'), 'crimson'],
        [shows('green'), 'green'],
        [shows('blue'), 'blue'],
      ]),
    ).toEqual([{ column: 'word', recorded: 'crimson', shown: 'red', rows: 2 }]);
  });

  it('treats a colour in the style of the stimulus as shown', () => {
    expect(
      found([
        [shows('a', 'teal'), undefined, 'teal'],
        [shows('b', 'navy'), undefined, 'plum'],
      ]),
    ).toEqual([{ column: 'ink', recorded: 'plum', shown: 'b', rows: 1 }]);
  });

  it('lists nothing for a column that matches by chance', () => {
    const rows = ['red', 'green', 'blue'].map((one): [string, string] => [shows(one), 'red']);
    expect(found(rows)).toEqual([]);
  });
});
