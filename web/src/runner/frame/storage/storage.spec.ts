import { storageFromRecords, trialsFromRecords } from '../../records/earlier-records';
import type { StorageChange } from '../../messages';
import { seededRandom } from './seeded-random';
import { frameSetupFrom } from '../frame-setup';
import { storageChangesOf, shimStorage } from './shims';
import { makeCookies, makeStorage } from './storage';

test('the study’s own storage behaves like the browser’s, and each change is recorded once', () => {
  const told: StorageChange[] = [];
  const storage = makeStorage('local', { level: '3' }, (change) => told.push(change));
  expect(storage.getItem('level')).toBe('3');
  expect(storage.level).toBe('3');
  storage.setItem('level', '4');
  storage.setItem('level', '4');
  storage.name = 'x';
  expect(Object.keys(storage)).toEqual(['level', 'name']);
  expect(storage.length).toBe(2);
  expect('name' in storage).toBe(true);
  delete storage.name;
  storage.removeItem('absent');
  expect(storage.getItem('name')).toBeNull();
  storage.clear();
  expect(told).toEqual([
    { area: 'local', key: 'level', value: '4' },
    { area: 'local', key: 'name', value: 'x' },
    { area: 'local', key: 'name', value: null },
    { area: 'local', key: 'level', value: null },
  ]);
});

test('cookies are set, read as one text, and removed by their age', () => {
  const cookies = makeCookies({ a: '1' }, () => undefined);
  cookies.set('b=2=2; path=/; SameSite=Lax');
  expect(cookies.get()).toBe('a=1; b=2=2');
  cookies.set('a=; max-age=0');
  expect(cookies.get()).toBe('b=2=2');
});

test('stored values and amended trials are restored from the records of the run', () => {
  const change = (key: string, value: string | null, area = 'local') => ({
    kind: 'state' as const,
    data: JSON.stringify({ area, key, value }),
  });
  const records = [
    { kind: 'trial' as const, data: '{"n":0}' },
    change('a', '1'),
    { kind: 'trial' as const, data: '{"n":1}' },
    { kind: 'amend' as const, data: '{"trial":0,"data":{"n":0,"late":true}}' },
    change('b', '2'),
    change('a', null),
    change('c', '3', 'nonsense'),
    { kind: 'state' as const, data: 'no JSON' },
  ];
  expect(storageFromRecords(records)).toEqual({
    local: { b: '2' },
    session: {},
    cookie: {},
    memory: {},
  });
  expect(trialsFromRecords(records)).toEqual(['{"n":0,"late":true}', '{"n":1}']);
});

test('a study that stores all of its data again after each trial adds only the new part to its run', () => {
  let [before, bytes] = ['', 0];
  const records = Array.from({ length: 700 }, (_, n) => {
    const value = JSON.stringify(Array.from({ length: n + 1 }, (__, i) => ({ trial: i, rt: 300 })));
    const changes = storageChangesOf(before, value);
    before = value;
    return changes.map((part) => {
      const data = JSON.stringify({ area: 'local', key: 'backup', ...part });
      bytes += data.length;
      return { kind: 'state' as const, data };
    });
  }).flat();
  expect(storageFromRecords(records).local.backup).toBe(before);
  expect(bytes).toBeLessThan(10 * before.length);
});

test('a value that is too long for one record, and one that became shorter, are restored completely', () => {
  const long = 'ab🙂'.repeat(60_000);
  const states = (before: string, value: string) =>
    storageChangesOf(before, value).map((part) => ({
      kind: 'state' as const,
      data: JSON.stringify({ area: 'session', key: 'k', ...part }),
    }));
  const records = [...states('', long), ...states(long, long.slice(0, 90_000))];
  expect(storageFromRecords(records).session.k).toBe(long.slice(0, 90_000));
});

test('any key is possible, also names of Object.prototype', () => {
  const names = ['constructor', '__proto__', 'toString', 'length'];
  const told: StorageChange[] = [];
  const { localStorage, sessionStorage } = window;
  const cookieStore = Object.getOwnPropertyDescriptor(window, 'cookieStore');
  try {
    shimStorage({ ...frameSetupFrom(''), seed: 's' }, (change) => told.push(change));
    for (const value of ['a', 'ab'])
      for (const name of names) window.localStorage.setItem(name, value);
    expect(names.map((name) => window.localStorage.getItem(name))).toEqual(names.map(() => 'ab'));
  } finally {
    for (const [name, value] of Object.entries({ localStorage, sessionStorage }))
      Object.defineProperty(window, name, { value, configurable: true });
    if (!cookieStore) Reflect.deleteProperty(window, 'cookieStore');
    Reflect.deleteProperty(document, 'cookie');
  }
  const records = told.map((change) => ({
    kind: 'state' as const,
    data: JSON.stringify(change),
  }));
  expect(Object.entries(storageFromRecords(records).local)).toEqual(
    names.map((name) => [name, 'ab']),
  );
  // The storage that the next page of the study finds.
  const next = frameSetupFrom(window.name).storage.local;
  expect(Object.keys(next).sort()).toEqual([...names].sort());
});

test('random numbers are the same for the same seed, and spread over their range', () => {
  const draw = (seed: string) => Array.from({ length: 10_000 }, seededRandom(seed));
  const [one = [], again, other] = [draw('a'), draw('a'), draw('b')];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
  const tenths = Array.from(
    { length: 10 },
    (_, i) => one.filter((n) => Math.floor(n * 10) === i).length,
  );
  expect(one.every((n) => n >= 0 && n < 1)).toBe(true);
  // Each tenth should contain 1,000 of 10,000 numbers, with a standard deviation of 30; five
  // deviations are allowed.
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
