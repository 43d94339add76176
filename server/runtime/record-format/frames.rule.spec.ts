import fc from 'fast-check';
import { recordKinds } from '../../../contracts/runtime/runtime';
import {
  encodedRecordsBytes,
  recordLineOf,
  decodeRecordFrames,
  encodeRecordFrames,
  type RecordFrame,
} from './frames.rule';

const frame: fc.Arbitrary<RecordFrame> = fc.record({
  kind: fc.constantFrom(...recordKinds),
  data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

describe('encoded records of a run', () => {
  it('return exactly the bytes that were written', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 20 }), (frames) => {
        const bytes = Buffer.alloc(encodedRecordsBytes(frames));
        expect(encodeRecordFrames(frames, bytes, 0)).toBe(bytes.length);
        expect(decodeRecordFrames(bytes)).toEqual(frames);
      }),
    );
  });

  it('are refused when they were truncated or changed', () => {
    const bytes = Buffer.alloc(encodedRecordsBytes([{ kind: 'trial', data: Buffer.from('abc') }]));
    encodeRecordFrames([{ kind: 'trial', data: Buffer.from('abc') }], bytes, 0);
    for (let length = 1; length < bytes.length; length++)
      expect(() => decodeRecordFrames(bytes.subarray(0, length))).toThrow('broken frames');
    const other = Buffer.from(bytes);
    other[0] = 0;
    expect(() => decodeRecordFrames(other)).toThrow('broken frames');
  });

  it('become one line each when the text contains line breaks or NUL', () => {
    const data = 'a\nb\r\u0000\u2028"';
    const line = recordLineOf(3, { kind: 'text', data: Buffer.from(data) });
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(line)).toEqual({ seq: 3, kind: 'text', data });
  });
});
