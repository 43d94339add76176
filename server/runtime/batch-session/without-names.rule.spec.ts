import { withoutNames } from './without-names.rule';

describe('What a participant withdraws of a shared document', () => {
  it('is what stands under their ids, as a name, a text, a number, or beside one', () => {
    const document = {
      counts: { fast: 2, slow: 1 },
      workers: ['p-one', 'p-two', 'done by p-one'],
      byWorker: { 'p-one': { score: 3 }, 'worker p-one': 1, 'p-two': { score: 4 } },
      results: [
        { id: 4711, score: 3 },
        { id: 4712, score: 4 },
      ],
      last: 'p-one',
      nested: { a: { b: [{ worker: 'p-one', said: 'hello' }] } },
    };
    expect(withoutNames(document, ['p-one', '4711'])).toEqual({
      counts: { fast: 2, slow: 1 },
      workers: ['p-two'],
      byWorker: { 'p-two': { score: 4 } },
      results: [{ id: 4712, score: 4 }],
      nested: { a: { b: [] } },
    });
  });

  it('may be all of it, and is nothing where no id stands', () => {
    expect(withoutNames('p-one', ['p-one'])).toEqual({});
    expect(withoutNames({ worker: 'p-one', a: 1 }, ['p-one'])).toEqual({ a: 1 });
    expect(withoutNames({ a: [1, { b: null }] }, ['p-one'])).toEqual({ a: [1, { b: null }] });
  });
});
