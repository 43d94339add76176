import type { RecordKind } from '../../../contracts/runtime/runtime';
import { createPartialTextFinder } from './result-event.rule';

const result = (keep: number | null, parts: number) =>
  JSON.stringify({ type: 'result', component: 1, keep, parts });

/** Returns the indexes of the records that are pieces of a text. */
function piecesOf(...records: [RecordKind, string][]): number[] {
  const isPiece = createPartialTextFinder();
  return records.flatMap(([kind, data], n) => (isPiece({ seq: n + 1, kind, data }) ? [n + 1] : []));
}

describe('a text record that counts as a piece of a longer text', () => {
  it('continues an earlier text, or is a part of a long text', () => {
    const pieces = piecesOf(
      ...([
        ['event', result(0, 1)],
        ['text', '[{"at":1795'],
        ['event', result(11, 1)],
        ['text', '478400}]'],
        ['event', result(0, 2)],
        ['text', 'long'],
        ['lost', '{"kind":"text"}'],
        ['trial', '{}'],
        ['text', 'whole'],
      ] as [RecordKind, string][]),
    );
    expect(pieces).toEqual([4, 6]);
  });

  it('is not one that was sent as a whole, or appended as a separate text', () => {
    expect(
      piecesOf(
        ['text', 'a'],
        ['event', result(0, 1)],
        ['text', 'b'],
        ['event', result(null, 1)],
        ['text', 'c'],
      ),
    ).toEqual([]);
  });
});
