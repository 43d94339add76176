import { printSeededRandom } from '../../../test/support/chance/seeded';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { Json } from '../record-format/json.rule';
import { rareValuesOf } from './rare-values-of-run.rule';
import {
  recordWithoutRareValues,
  eventTextWithoutRareValues,
  type ValuePath,
} from './rare-values.rule';
import { hashValuePath, WithheldPaths } from './withheld-places';

const mark = '1a63e2869b0c44d2a7f01e55';
const study = 'd3b0a7b2-0000-4000-8000-000000000000';
const recordOf = (kind: StoredRecord['kind'], value: unknown, seq = 1): StoredRecord => ({
  seq,
  kind,
  data: typeof value === 'string' ? value : JSON.stringify(value),
});
const trialOf = (value: unknown, seq?: number) => recordOf('trial', value, seq);
const placesOf = (...paths: ValuePath[]) =>
  new WithheldPaths(
    study,
    new Set(paths.map((path) => hashValuePath(study, path).toString('hex'))),
  );
const shown = (value: Json, kind: StoredRecord['kind'], ...paths: ValuePath[]) => {
  const places = placesOf(...paths);
  return recordWithoutRareValues(kind, value, (path) => places.has(path));
};

describe('The rare values of a run', () => {
  it.each<[string, StoredRecord, ValuePath]>([
    ['of a trial', trialOf({ rt: 300, device: mark }), ['device']],
    [
      'within objects and lists',
      trialOf({ browser: [{ drawn: { hash: mark } }] }),
      ['browser', 'drawn', 'hash'],
    ],
    [
      'within a text that is JSON',
      trialOf({ responses: JSON.stringify({ code: mark }) }),
      ['responses', 'code'],
    ],
    ['within a sentence', trialOf({ note: `this is ${mark}.` }), ['note']],
    ['of a name', trialOf({ [mark]: 1 }), ['(names)']],
    ['of a list of trials, sent as a text', recordOf('text', [{ device: mark }]), ['device']],
    ['of a text', recordOf('text', mark), []],
    [
      'of a table, sent as a text',
      recordOf('text', `device,rt\n${`${mark},300\n`.repeat(60)}`),
      [],
    ],
    [
      'of an amendment, where its trial stands',
      recordOf('amend', { trial: 0, data: { device: mark } }),
      ['device'],
    ],
    [
      'of an event',
      recordOf('event', { type: 'error', message: `at ${mark}` }),
      ['events', 'message'],
    ],
  ])('are found and removed: %s', (_, record, path) => {
    const found = rareValuesOf([record], null);
    expect(found).toContainEqual({ text: mark, path });
    const value =
      record.data.startsWith('{') || record.data.startsWith('[')
        ? (JSON.parse(record.data) as Json)
        : record.data;
    expect(JSON.stringify(shown(value, record.kind, path))).not.toContain(mark);
    expect(shown(value, record.kind, ['elsewhere'])).toEqual(value);
  });

  it('exclude values that an anonymous run never shows', () => {
    const days = { day: '2026-11-27', last_day: '2026-11-28' };
    const records = [
      trialOf({
        agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
        at: '2026-11-28T14:32:08Z',
        device: mark,
      }),
      recordOf('event', { type: 'timing', frames: 124.04347527516074 }, 2),
    ];
    expect(rareValuesOf(records, days)).toEqual([{ text: mark, path: ['device'] }]);
    expect(rareValuesOf(records, null).length).toBeGreaterThan(1);
  });

  it('exclude numbers that differ from trial to trial', () => {
    const measured = (seq: number) =>
      trialOf({ z: Math.sqrt(seq + 1), sound: 124.04347527516074 }, seq);
    expect(rareValuesOf([1, 2, 3, 4, 5, 6, 7].map(measured), null)).toEqual([
      { text: '124.04347527516074', path: ['sound'] },
    ]);
  });

  it('are those of the names with the fewest values when there are more than the limit', () => {
    const records = Array.from({ length: 3_000 }, (_, n) =>
      trialOf({ id: `trial-${n}-of-run`, device: mark }, n + 1),
    );
    const found = rareValuesOf(records, null);
    expect(found).toHaveLength(1_000);
    expect(found[0]).toEqual({ text: mark, path: ['device'] });
  });
});

describe('A record with a field whose rare values are withheld', () => {
  it('loses all rare values in that field, and keeps all other values', () => {
    const value = {
      device: mark,
      rt: 300,
      said: 'yes',
      other: 'ANMU0785',
      log: [{ device: 'no' }],
    };
    expect(shown(value, 'trial', ['device'])).toEqual({ ...value, device: null });
    expect(shown({ ...value, device: 'ffee0011ffee0011' }, 'trial', ['device'])).toEqual({
      ...value,
      device: null,
    });
    expect(shown({ device: 'none' }, 'trial', ['device'])).toEqual({ device: 'none' });
  });

  it('loses the value in the message of an error, too', () => {
    const places = placesOf(['events', 'message']);
    const told = (text: string) =>
      eventTextWithoutRareValues(text, 'message', (path) => places.has(path));
    expect(told(`no canvas on ${mark}`)).toBe('[withheld]');
    expect(told('no canvas')).toBe('no canvas');
  });

  it('contains no rare value in that field any more, for any values', () => {
    const chance = printSeededRandom('values at places');
    const leaf = (): Json =>
      (
        [
          mark,
          `code ${mark}`,
          300 + chance.random(),
          'yes',
          null,
          `{"a":"${mark}"}`,
          2_837_465_123,
        ] as Json[]
      )[chance.int(7)] ?? null;
    const tree = (depth: number): Json =>
      depth === 0 || chance.int(3) === 0
        ? leaf()
        : chance.int(2) === 0
          ? Array.from({ length: 1 + chance.int(3) }, () => tree(depth - 1))
          : Object.fromEntries(
              ['a', 'b', 'c'].slice(chance.int(3)).map((key) => [key, tree(depth - 1)]),
            );
    for (let i = 0; i < 500; i++) {
      const value = { x: tree(4) };
      const places = rareValuesOf([trialOf(value)], null).map(({ path }) => path);
      const left = shown(value, 'trial', ...places);
      expect(rareValuesOf([trialOf(left)], null)).toEqual([]);
    }
  });
});
