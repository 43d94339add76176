import { undescribed, variableLimits } from '../../../contracts/research-data/study-variables';
import { changesOf, type GivenVariable, type StoredVariable } from './variables.rule';

const words = (
  name: string,
  description: string,
  version: string | null = null,
): GivenVariable => ({
  ...{ ...undescribed, name, description, version },
});
const stored = (...all: [name: string, description: string, version: string][]) =>
  new Map(
    all.map(([name, description, version]): [string, StoredVariable] => [
      name,
      { ...words(name, description), version },
    ]),
  );

describe('What a call says of variables', () => {
  it('is written where it was made from what is stored', () => {
    const changes = changesOf(stored(['rt', 'Time', 'v1']), [
      words('rt', 'Response time', 'v1'),
      words('word', 'What was shown'),
    ]);
    expect(changes).toMatchObject({ refused: null, remove: [] });
    expect('write' in changes && changes.write.map(({ name }) => name)).toEqual(['rt', 'word']);
  });

  it('is refused as a whole where one of them was changed, described or emptied meanwhile', () => {
    const before = stored(['rt', 'Time', 'v2']);
    const refused = { refused: 'variable_changed' };
    expect(changesOf(before, [words('a', 'A'), words('rt', 'Mine', 'v1')])).toEqual(refused);
    expect(changesOf(before, [words('rt', 'Mine')])).toEqual(refused);
    expect(changesOf(stored(), [words('rt', 'Mine', 'v1')])).toEqual(refused);
  });

  it('is no change where the same is stored already, whatever it was made from', () => {
    const same = { refused: null, write: [], remove: [] };
    expect(changesOf(stored(['rt', 'Time', 'v2']), [words('rt', 'Time', 'v1')])).toEqual(same);
    expect(changesOf(stored(), [words('rt', '', 'v1')])).toEqual(same);
  });

  it('takes a description away where it is empty', () => {
    expect(changesOf(stored(['rt', 'Time', 'v1']), [words('rt', '', 'v1')])).toEqual({
      refused: null,
      write: [],
      remove: ['rt'],
    });
  });

  it('has its limits for the whole study', () => {
    const many = Array.from({ length: variableLimits.ofStudy }, (_, n) => `v${n}`);
    const full = stored(...many.map((name): [string, string, string] => [name, 'x', 'v1']));
    const refused = { refused: 'too_many_variables' };
    expect(changesOf(full, [words('one more', 'x')])).toEqual(refused);
    expect(changesOf(full, [words('v0', '', 'v1'), words('one more', 'x')])).toMatchObject({
      refused: null,
    });
    const long = 'x'.repeat(variableLimits.description);
    const all = Array.from({ length: 250 }, (_, n) => words(`v${n}`, long));
    expect(changesOf(stored(), all)).toEqual(refused);
  });
});
