import { Disagreements } from './disagreements.rule';

const names = ['run_seq', 'stimulus', 'word', 'ink', 'part', 'response'];
const found = (rows: [stimulus: string, word: string | undefined, ink?: string][]) => {
  const all = new Disagreements(names);
  for (const [stimulus, word, ink] of rows) all.add([1, stimulus, word, ink, 'practice', 'r']);
  return all.found();
};
const shows = (word: string, colour = '#c62828') => `<p style="color: ${colour}">${word}</p>`;

describe('what a rehearsal compares', () => {
  it('finds nothing where trials record what they show, or something else altogether', () => {
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

  it('tells each text that is recorded and not shown, where the others of its column are', () => {
    expect(
      found([
        [shows('red'), 'crimson'],
        [shows('red'), 'crimson'],
        [shows('green'), 'green'],
        [shows('blue'), 'blue'],
      ]),
    ).toEqual([{ column: 'word', recorded: 'crimson', shown: 'red', rows: 2 }]);
  });

  it('takes a colour in the style of the stimulus for shown', () => {
    expect(
      found([
        [shows('a', 'teal'), undefined, 'teal'],
        [shows('b', 'navy'), undefined, 'plum'],
      ]),
    ).toEqual([{ column: 'ink', recorded: 'plum', shown: 'b', rows: 1 }]);
  });

  it('tells nothing of a column that is shown by chance', () => {
    const rows = ['red', 'green', 'blue'].map((one): [string, string] => [shows(one), 'red']);
    expect(found(rows)).toEqual([]);
  });
});
