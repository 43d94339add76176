import { runtimeLimits } from '../../../contracts/runtime/limits';
import { recordLineOf } from '../../runtime/record-format/frames.rule';
import { longestRunHeaderBytes, runByteLimits, parseRecordLine } from './bundle-line.rule';

const written = (seq: number, data: string) =>
  recordLineOf(seq, { kind: 'trial', data: Buffer.from(data) }).trimEnd();

describe('A line of a bundle', () => {
  it.each(['', '{"rt":1}', '"', '\\', '\u2028\u0001ä😀', '"}', '","data":"'])(
    'reads back as the record that was written: %j',
    (data) => {
      expect(parseRecordLine(written(7, data))).toEqual({ seq: 7, kind: 'trial', data });
    },
  );

  it.each([
    ['[]', 'something else'],
    ['{"seq":1,"kind":"trial","data":[1,1]}', 'data that are no string'],
    ['{"seq":1,"kind":"trial","data":"a","more":"b"}', 'one member more'],
    ['{"seq":1,"kind":"trial","data":"a",[1,1]"}', 'what is no JSON'],
    ['{"seq": 1, "kind": "trial", "data": "a"}', 'another spelling'],
    ['{"seq":1,"kind":"trial","data":"a"} ', 'an end behind it'],
    ['{"seq":12345678901,"kind":"trial","data":"a"}', 'a number beyond all'],
  ])('is refused before it is parsed: %s (%s)', (line) => {
    expect(parseRecordLine(line)).toBeUndefined();
  });

  it('may be as long as the longest record of a run with every character escaped', () => {
    const record = written(runtimeLimits.runRecords, '\u0001'.repeat(runtimeLimits.recordBytes));
    expect(record.length).toBeLessThanOrEqual(runByteLimits(false).line);
    const joined = written(1, '"'.repeat(runtimeLimits.runBytes));
    expect(joined.length).toBeLessThanOrEqual(runByteLimits(true).line);
  });

  it('of arbitrary JSON is limited to what parses in a few megabytes', () => {
    expect(longestRunHeaderBytes).toBeLessThan(500_000);
  });
});
