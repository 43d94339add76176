import { act, screen, waitFor, within } from '@testing-library/react';
import type { RunFile } from '../../../../../contracts/runtime/run-files';
import { listRunErrors, listRuns } from '../../../../../contracts/runtime/runs';
import type { StoredRecord } from '../../../../../contracts/runtime/stored-records';
import { queryClient } from '../../../lib/query-client';
import { refusal, replaceFetch } from '../../../test/fake-server';
import { user } from '../../../test/user';
import { freshBrowser } from '../../../test/render-app';
import { aRun, runListAnswer, runErrorsAnswer, showSession } from '../../../test/shown-session';

beforeEach(() => freshBrowser());
afterEach(() => jest.useRealTimers());

/** Refetches the data, as the page does by itself, or when the researcher retries. */
const askAgain = (path: string) => act(() => queryClient.invalidateQueries({ queryKey: [path] }));
const records = (...seqs: number[]) =>
  seqs.map((seq): StoredRecord => ({ seq, kind: 'trial', data: `{"n":${seq}}` }));
/**
 * Answers requests for the records of a run with `stored`; the fake server answers all other
 * requests.
 * @returns the `after` parameter of each request for records
 */
function store(stored: () => StoredRecord[]): string[] {
  const asks: string[] = [];
  const others = globalThis.fetch;
  replaceFetch((input, init) => {
    const { pathname, searchParams } = new URL(input, location.origin);
    if (!pathname.endsWith('/records/')) return others(input, init);
    const after = Number(searchParams.get('after'));
    asks.push(String(after));
    const lines = stored().filter(({ seq }) => seq > after);
    const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
    const headers = { get: () => 'application/x-ndjson' };
    return Promise.resolve({ ok: true, status: 200, headers, text: () => Promise.resolve(text) });
  });
  return asks;
}
const openRecords = async () =>
  user.click(await screen.findByRole('button', { name: 'Records of 111111, attempt 1' }));

test('a failed request leaves the shown records and the focus in place', async () => {
  const error = {
    ...{ _id: 'a'.repeat(32), message: 'x', file: 'task.js', line: 3, runs: 1, times: null },
    kind: 'error' as const,
  };
  const page = await showSession({
    part: 'people',
    runs: () => runListAnswer([aRun(1, { state: 'open' })], { open: 1 }),
    errors: () => runErrorsAnswer([error]),
  });
  store(() => records(1));
  await openRecords();
  const drawer = await screen.findByRole('dialog', { name: 'Records of 111111' });
  const row = await within(drawer).findByRole('row', { name: /^1 Trial/ });
  const close = within(drawer).getByRole('button', { name: 'Close' });
  close.focus();
  page.runs = () => refusal('internal');
  page.errors = () => refusal('internal');
  await askAgain(listRuns.path);
  await askAgain(listRunErrors.path);
  await waitFor(() => expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(2));
  expect(row).toBeInTheDocument();
  expect(close).toHaveFocus();
  const table = (name: string) => screen.getByRole('table', { name, hidden: true });
  expect(within(table('Other runs')).getAllByRole('row', { hidden: true })).toHaveLength(2);
  expect(table('Errors, and what did not load')).toBeInTheDocument();
});

test('a list with several pages is refreshed completely, less often the more pages it has', async () => {
  const [first, second] = [aRun(1, { state: 'open' }), aRun(2, { state: 'open' })];
  jest.useFakeTimers();
  const { asked } = await showSession({
    part: 'people',
    runs: (cursor) =>
      cursor === undefined
        ? runListAnswer([first], { open: 1, next_cursor: 'b' })
        : runListAnswer([second], { open: 1 }),
  });
  const asks = () => asked.filter(({ path }) => path.endsWith('/runs/')).length;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const row = (name: RegExp) => screen.findByRole('row', { name });
  await row(/^111111/);
  await row(/^222222/);
  const before = asks();
  await pass(15_000);
  expect(asks()).toBe(before);
  Object.assign(second, { records: 13 });
  await pass(6_000);
  expect(asks()).toBe(before + 2);
  expect(await row(/^111111 Under way 12/)).toBeVisible();
  expect(await row(/^222222 Under way 13/)).toBeVisible();
});

test('the records of a run are updated until its end, and a screen reader announces only requested records', async () => {
  const stored = records(1);
  const page = await showSession({
    part: 'people',
    runs: () => runListAnswer([aRun(1, { state: 'open' })], { open: 1 }),
  });
  const asks = store(() => stored);
  await openRecords();
  const drawer = within(await screen.findByRole('dialog', { name: 'Records of 111111' }));
  await drawer.findByRole('row', { name: /^1 Trial/ });
  expect(drawer.getByRole('status')).toHaveTextContent('1 record shown');
  stored.push(...records(2));
  page.runs = () => runListAnswer([aRun(1)], { open: 1 });
  await askAgain(listRuns.path);
  await drawer.findByRole('row', { name: /^2 Trial/ });
  expect(drawer.getByText('2 records shown')).toBeVisible();
  expect(drawer.getByRole('status')).toHaveTextContent('1 record shown');
  expect(asks).toEqual(['0', '1']);
});

test('the page lists the files of a run, with a download for those that have arrived', async () => {
  const file = { type: 'audio/webm', bytes: 2_000_000, stored: 2_000_000, withheld: false };
  const files: RunFile[] = [
    { ...file, sha256: 'a'.repeat(64), name: 'voice.webm', state: 'whole' },
    { ...file, sha256: 'b'.repeat(64), name: 'face.webm', state: 'due', stored: 500_000 },
    { ...file, sha256: 'c'.repeat(64), name: 'lost.webm', state: 'given_up', stored: 0 },
    { ...file, sha256: 'd'.repeat(64), name: 'face.mp4', state: 'whole', withheld: true },
  ];
  await showSession({ part: 'people', runs: () => runListAnswer([aRun(1)], { open: 1 }), files });
  store(() => records(1));
  await openRecords();
  const table = within(await screen.findByRole('table', { name: 'Files' }));
  expect(table.getByRole('row', { name: /^voice\.webm 2 MB Download/ })).toBeVisible();
  expect(
    table.getByRole('row', { name: /^face\.webm 2 MB 500 kB of 2 MB are here/ }),
  ).toBeVisible();
  expect(table.getByRole('row', { name: /^lost\.webm 2 MB never arrived/ })).toBeVisible();
  expect(table.getByRole('row', { name: /^face\.mp4 2 MB not given out/ })).toBeVisible();
  expect(table.getAllByRole('button')).toHaveLength(1);
});
