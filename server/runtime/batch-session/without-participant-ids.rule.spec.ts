import { withoutParticipantIds } from './without-participant-ids.rule';

describe('Removing a participant from a shared document', () => {
  it('removes values under their ids, as a key, a string, a number or a sibling of one', () => {
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
    expect(withoutParticipantIds(document, ['p-one', '4711'])).toEqual({
      counts: { fast: 2, slow: 1 },
      workers: ['p-two'],
      byWorker: { 'p-two': { score: 4 } },
      results: [{ id: 4712, score: 4 }],
      nested: { a: { b: [] } },
    });
  });

  it('removes the whole document when all of it is theirs, and nothing when it contains no id', () => {
    expect(withoutParticipantIds('p-one', ['p-one'])).toEqual({});
    expect(withoutParticipantIds({ worker: 'p-one', a: 1 }, ['p-one'])).toEqual({ a: 1 });
    expect(withoutParticipantIds({ a: [1, { b: null }] }, ['p-one'])).toEqual({
      a: [1, { b: null }],
    });
  });
});
