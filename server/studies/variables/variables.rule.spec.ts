import {
  emptyVariableDescription,
  variableLimits,
} from '../../../contracts/research-data/study-variables';
import {
  variableChangesOf,
  type VariableDescriptionInput,
  type StoredVariable,
} from './variables.rule';

const words = (
  name: string,
  description: string,
  version: string | null = null,
): VariableDescriptionInput => ({
  ...{ ...emptyVariableDescription, name, description, version },
});
const stored = (...all: [name: string, description: string, version: string][]) =>
  new Map(
    all.map(([name, description, version]): [string, StoredVariable] => [
      name,
      { ...words(name, description), version },
    ]),
  );

describe('changes of variable descriptions', () => {
  it('are written when they are based on the stored version', () => {
    const changes = variableChangesOf(stored(['rt', 'Time', 'v1']), [
      words('rt', 'Response time', 'v1'),
      words('word', 'What was shown'),
    ]);
    expect(changes).toMatchObject({ refused: null, remove: [] });
    expect('write' in changes && changes.write.map(({ name }) => name)).toEqual(['rt', 'word']);
  });

  it('are refused as a whole when one variable was changed, described or emptied meanwhile', () => {
    const before = stored(['rt', 'Time', 'v2']);
    const refused = { refused: 'variable_changed' };
    expect(variableChangesOf(before, [words('a', 'A'), words('rt', 'Mine', 'v1')])).toEqual(
      refused,
    );
    expect(variableChangesOf(before, [words('rt', 'Mine')])).toEqual(refused);
    expect(variableChangesOf(stored(), [words('rt', 'Mine', 'v1')])).toEqual(refused);
  });

  it('change nothing when the same description is stored already, whatever version they are based on', () => {
    const same = { refused: null, write: [], remove: [] };
    expect(variableChangesOf(stored(['rt', 'Time', 'v2']), [words('rt', 'Time', 'v1')])).toEqual(
      same,
    );
    expect(variableChangesOf(stored(), [words('rt', '', 'v1')])).toEqual(same);
  });

  it('remove a description that is emptied', () => {
    expect(variableChangesOf(stored(['rt', 'Time', 'v1']), [words('rt', '', 'v1')])).toEqual({
      refused: null,
      write: [],
      remove: ['rt'],
    });
  });

  it('are refused when the study would have too many descriptions', () => {
    const many = Array.from({ length: variableLimits.ofStudy }, (_, n) => `v${n}`);
    const full = stored(...many.map((name): [string, string, string] => [name, 'x', 'v1']));
    const refused = { refused: 'too_many_variables' };
    expect(variableChangesOf(full, [words('one more', 'x')])).toEqual(refused);
    expect(variableChangesOf(full, [words('v0', '', 'v1'), words('one more', 'x')])).toMatchObject({
      refused: null,
    });
    const long = 'x'.repeat(variableLimits.description);
    const all = Array.from({ length: 250 }, (_, n) => words(`v${n}`, long));
    expect(variableChangesOf(stored(), all)).toEqual(refused);
  });
});
