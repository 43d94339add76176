import fc from 'fast-check';
import { withFinalResults } from '../../runtime/record-format/results.rule';
import { removeRepeatedRows } from './repeated-rows.rule';
import { rowsOfRecord, type RunRecord } from './run-rows.rule';

type Said = [RunRecord['kind'], string];
const log = (...records: Said[]): RunRecord[] =>
  records.map(([kind, data], n) => ({ seq: n + 1, kind, data }));
const text = (data: string): Said => ['text', data];
const result = (component: number, keep: number | null, parts = 1): Said => [
  'event',
  JSON.stringify({ type: 'result', component, keep, parts }),
];
const added = (component: number, data: string): Said[] => [result(component, null), text(data)];
const shown = (records: readonly RunRecord[]) =>
  records.map(({ seq, kind, data }) => `${seq} ${kind} ${data}`);

describe('the result of a component of a JATOS study', () => {
  it('is the last one that the study sent, joined with the additions to it', () => {
    const records = log(result(1, 0), ['text', '[{"n":1}]'], ['trial', '{}'], result(1, 8), [
      'text',
      ',{"n":2}]',
    ]);
    expect(shown(withFinalResults(records))).toEqual(['3 trial {}', '5 text [{"n":1},{"n":2}]']);
  });

  it('contains each added text, and nothing from before a replacement', () => {
    const records = log(
      ...added(1, 'a'),
      ...added(1, 'b'),
      ...added(2, 'of two'),
      ...[result(1, 1), text('x')],
      ...added(1, 'y'),
    );
    expect(shown(withFinalResults(records))).toEqual(['6 text of two', '8 text ax', '10 text y']);
  });

  it('is sent in parts when it is long, and may be replaced by an empty one', () => {
    const long = log(result(1, 0, 3), ['text', 'a'], ['text', 'b'], ['text', 'c']);
    expect(shown(withFinalResults(long))).toEqual(['2 text abc']);
    expect(
      withFinalResults([...long, { seq: 5, kind: 'event', data: result(1, 0, 0)[1] }]),
    ).toEqual([]);
  });

  it('stays in pieces when a part is lost, until the study sends the whole result', () => {
    const lost: Said = ['lost', '{"kind":"text"}'];
    const records = log(
      ...[result(1, 0), text('first')],
      ...[result(1, 2, 2), text('b'), lost],
      ...[result(1, 3), text('tail')],
    );
    expect(shown(withFinalResults(records))).toEqual([
      '2 text first',
      `3 event ${result(1, 2, 2)[1]}`,
      '4 text b',
      `5 lost ${lost[1]}`,
      `6 event ${result(1, 3)[1]}`,
      '7 text tail',
    ]);
    const again = [
      ...records,
      { seq: 8, kind: 'event' as const, data: result(1, 0)[1] },
      { seq: 9, kind: 'text' as const, data: 'whole' },
    ];
    expect(shown(withFinalResults(again)).at(-1)).toBe('9 text whole');
  });

  it('is joined in linear time', () => {
    const submits = 20_000;
    const trial = (n: number) => `${n === 0 ? '[' : ','}{"n":${n},"words":"${'x'.repeat(40)}"}`;
    let length = 0;
    const sent: Said[] = [];
    for (let n = 0; n < submits; n++) {
      sent.push(result(1, length), text(`${trial(n)}]`));
      length += trial(n).length;
    }
    const added = Array.from({ length: submits }, () => [result(2, null), text('a')]).flat();
    // Events that announce texts, although no texts follow.
    const claimed = Array.from({ length: submits }, () => result(3, null, submits));
    const records = log(...sent, ...added, ...claimed);
    const began = process.cpuUsage();
    const results = withFinalResults(records).filter(({ kind }) => kind === 'text');
    // Measures processor time, which a busy machine does not lengthen; a quadratic algorithm would
    // take minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
    expect(results).toHaveLength(1 + submits);
    expect(JSON.parse(results[0]?.data ?? '')).toHaveLength(submits);
  });

  it('equals the join of all remaining parts, for any records', () => {
    const sends = fc.array(
      fc.record({
        keep: fc.option(fc.nat(12)),
        texts: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(sends, (all) => {
        const records = all.flatMap(({ keep, texts }) => [
          result(1, keep, texts.length),
          ...texts.map(text),
        ]);
        let whole: string[] = [];
        for (const { keep, texts } of all)
          if (keep === null) whole.push(texts.join(''));
          else whole = [whole.join('').slice(0, keep) + texts.join('')];
        const results = withFinalResults(log(...records));
        expect(results.map(({ data }) => data)).toEqual(whole.filter((one) => one !== ''));
      }),
    );
  });

  it('leaves forged parts unchanged', () => {
    const forged = log(
      ['event', '{"type":"result","component":-1,"keep":0,"parts":1}'],
      ['event', '{"type":"result","component":1,"keep":"all","parts":1}'],
      ['event', '{"type":"result","component":1,"keep":0,"parts":2147483647}'],
      ['text', 'a'],
    );
    expect(withFinalResults(forged)).toEqual(forged);
  });
});

describe('the rows of a run', () => {
  it('occur once when a study sends its trials again as one text', () => {
    const rows = log(
      ['trial', '{"n":1,"a":{"x":1,"y":2}}'],
      ['trial', '{"n":2}'],
      ['text', '[{"a":{"y":2,"x":1},"n":1},{"n":3},{"n":2}]'],
      ['text', 'free words'],
    ).flatMap(rowsOfRecord);
    const once = removeRepeatedRows(rows);
    expect(once.repeated).toBe(2);
    expect(once.rows.map(({ seq, values, value }) => [seq, values ?? value])).toEqual([
      [1, { n: 1, a: { x: 1, y: 2 } }],
      [2, { n: 2 }],
      [3, { n: 3 }],
      [4, 'free words'],
    ]);
  });
});
