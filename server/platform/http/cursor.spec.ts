import { z } from 'zod';
import { pageOfRows, decodeCursor, encodeCursor } from './cursor';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);
const position = ['2026-01-02T03:04:05.000Z', '01890a5d-ac96-774b-bcce-b302099a8057'];

test('a cursor decodes to the position from which it was made', () => {
  expect(decodeCursor(Position, encodeCursor(position))).toEqual(position);
  expect(decodeCursor(Position, undefined)).toBeNull();
});

test.each([
  '',
  'x',
  '%%%',
  'bnVsbA',
  'e30',
  encodeCursor(['yesterday', position[1]]),
  encodeCursor([position[0], "' OR 1=1"]),
])('the text %j is refused as a cursor', (cursor) => {
  expect(() => decodeCursor(Position, cursor)).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      extra: { fields: [{ path: 'cursor', code: 'invalid' }] },
    }) as Error,
  );
});

test('a page has a next cursor only when rows are left', () => {
  expect(pageOfRows([1, 2, 3], 2, (n) => n)).toEqual({
    items: [1, 2],
    next_cursor: encodeCursor(2),
  });
  expect(pageOfRows([1, 2], 2, (n) => n)).toEqual({ items: [1, 2], next_cursor: null });
  expect(pageOfRows([], 2, (n) => n)).toEqual({ items: [], next_cursor: null });
});
