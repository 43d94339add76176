import { act, screen, waitFor, within } from '@testing-library/react';
import type { z } from 'zod';
import { readSessionBatch } from '../../../../contracts/batch-session';
import { readConditions, type SessionConditions } from '../../../../contracts/conditions';
import {
  decideOnMany,
  readSessionProgress,
  type SessionProgress,
} from '../../../../contracts/session-insights';
import { listRunErrors, listRuns, type RunError, type RunLine } from '../../../../contracts/runs';
import { listRunFiles, type RunFile } from '../../../../contracts/run-files';
import { readRoster, readSession, type RosterEntry } from '../../../../contracts/sessions';
import type { StoredRecord } from '../../../../contracts/runtime';
import { useAuth } from '../../lib/auth.store';
import { queryClient } from '../../lib/http/query-client';
import { aSession } from '../../test/a-session';
import { emptyServer, later, profileOf, someone } from '../../test/common-answers';
import { fakeServer, on, refusal, type FakeAnswer } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';
import { undoMs, useHeld } from './held-decisions';

const id = '0193a1b2-0000-7000-8000-000000000001';
const session = aSession({ _id: id });
const euros = (amount: number) => ({ amount, currency: 'EUR' });
const progress: SessionProgress = {
  resolution: 'moment',
  as_of: '2026-11-02T10:00:00Z',
  curve: [],
  funnel: { enrolled: 5, started: 3, completed: 2, approved: 0 },
  states: [{ state: 'completed', people: 2 }],
  minutes: { people: 7, lower_quartile: 9, median: 12, upper_quartile: 15.5 },
  hourly: euros(1500),
  cost: { approved: euros(0), to_review: euros(600), held: euros(600) },
  rate: { per_hour: 2, over_hours: 6 },
  full_at: '2026-11-02T13:00:00Z',
  timeline: [
    { what: 'launched', at: '2026-11-01T10:00:00Z', by: null, before: null, after: null },
    { what: 'capacity', at: '2026-11-01T11:00:00Z', by: null, before: '5', after: '10' },
  ],
};
type Entry = z.output<typeof RosterEntry>;
const entry = (n: number, state: Entry['state']): Entry => ({
  entry: `e${n}`,
  tag: String(n).repeat(16),
  participation_id: null,
  state,
  first_name: null,
  last_name: null,
  email: null,
  day: '2026-11-02',
  since: null,
  data_withdrawn_on: null,
});

let asked: ReturnType<typeof fakeServer>;
/** The lists of runs and of their errors, where a test has them change. */
let runsNow: ((cursor?: string) => FakeAnswer<typeof listRuns>) | undefined;
let errorsNow: (() => FakeAnswer<typeof listRunErrors>) | undefined;
let filesNow: RunFile[] = [];
const none: SessionConditions = { draw: null, resolution: 'moment', totals: null };
const totals = {
  open: 0,
  finished: 0,
  ended: 0,
  with_lost_records: 0,
  with_few_records: 0,
  with_errors: 0,
  with_focus_lost: 0,
  fast: 0,
  stalled: 0,
};
const noRuns = { items: [] as RunLine[], next_cursor: null, totals };
const noErrors: RunError[] = [];
const notShared = { shown: false, document: null, withheld: 0 };
const show = (
  entries: Entry[],
  conditions = none,
  runs = noRuns,
  shown = session,
  errors = noErrors,
) => {
  asked = fakeServer(
    profileOf(someone({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readSession).answer({ status: 200, body: shown }),
    on(readSessionProgress).answer({ status: 200, body: progress }),
    on(readConditions).answer({ status: 200, body: conditions }),
    on(listRuns).answer(({ query }) => runsNow?.(query.cursor) ?? { status: 200, body: runs }),
    on(listRunErrors).answer(
      () => errorsNow?.() ?? { status: 200, body: { items: errors, next_cursor: null } },
    ),
    on(readSessionBatch).answer({ status: 200, body: notShared }),
    on(listRunFiles).answer({ status: 200, body: { items: filesNow } }),
    on(readRoster).answer({ status: 200, body: { items: entries, next_cursor: null } }),
    on(decideOnMany).answer({ status: 200, body: { decided: 1, already: 0 } }),
    emptyServer,
  );
  useAuth.getState().signedIn('tok', later);
  renderPage(`/sessions/${id}`);
  return screen.findByRole('heading', { level: 1, name: 'Autumn' });
};
const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
const tagged = (n: number) => screen.findByRole('checkbox', { name: String(n).repeat(6) });
beforeEach(async () => {
  useHeld.setState({ held: [] });
  runsNow = errorsNow = undefined;
  filesNow = [];
  await freshBrowser();
});
afterEach(() => jest.useRealTimers());

test('each figure says what it rests on', async () => {
  await show([]);
  const term = (name: string) => screen.getByText(name).parentElement as HTMLElement;
  await screen.findByText('Fills by');
  expect(term('Fills by')).toHaveTextContent('2 an hourover the last 6 hours');
  expect(term('Median duration')).toHaveTextContent('12 minHalf take 9 to 15.5 min; of 7');
  expect(term('An hour is worth')).toHaveTextContent('€15.00');
  expect(term('Cost so far')).toHaveTextContent('€12.00');
  const table = screen.getByRole('table', { name: 'How far people came' });
  expect(within(table).getByRole('row', { name: 'Completed 2 40 %' })).toBeVisible();
  const happened = screen.getByRole('list', { name: 'What happened' });
  expect(within(happened).getAllByRole('listitem')[0]).toHaveTextContent(
    'Seats changed from 5 to 10',
  );
});

test('says how many have which condition, unless they are hidden or there are none', async () => {
  const totals = [
    { name: 'fast', share: 1, seats: 4, finished: 3 },
    { name: 'slow', share: 1, seats: 5, finished: 2 },
  ];
  await show([], { draw: 'blocks', resolution: 'day', totals });
  const table = await screen.findByRole('table', { name: 'Conditions' });
  expect(within(table).getByRole('row', { name: 'fast 4 3' })).toBeVisible();
  expect(within(table).getByRole('row', { name: 'slow 5 2' })).toBeVisible();
  expect(screen.getByText(/^As of the end of yesterday/)).toBeVisible();
});

test('hides the conditions of a session that is blinded', async () => {
  await show([], { draw: 'blocks', resolution: 'moment', totals: null });
  expect(await screen.findByText('Hidden until the session is closed.')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Conditions' })).not.toBeInTheDocument();
});

const aRun = (n: number, more: Partial<RunLine> = {}): RunLine => ({
  _id: `0193a1b2-0000-7000-8000-00000000000${n}`,
  tag: String(n).repeat(16),
  attempt: 1,
  state: 'finished',
  records: 12,
  lost: 0,
  bytes: 900,
  few_records: false,
  errors: 0,
  focus_lost: 0,
  fast: false,
  stalled: false,
  environment: { device: 'desktop', browser: 'firefox', isolated: true },
  day: '2026-11-02',
  last_day: '2026-11-02',
  ...more,
});

test('says what is stored of each run, and which of them to look at', async () => {
  const items = [
    aRun(1, { few_records: true, records: 3 }),
    aRun(2, { lost: 2 }),
    aRun(3, { state: 'open', attempt: 2 }),
  ];
  const counts = { ...totals, finished: 2, open: 1, with_lost_records: 1, with_few_records: 1 };
  await show([], none, { items, next_cursor: null, totals: counts });
  const table = await screen.findByRole('table', { name: 'Data' });
  for (const name of [
    /^111111 All data here Few records 3 Computer, Firefox/,
    /^222222 All data here 2 records lost 12/,
    /^333333 attempt 2 Under way 12/,
  ])
    expect(within(table).getByRole('row', { name })).toBeVisible();
  expect(
    screen.getByText(/1 under way · 2 with all data · 0 ended before · 1 with lost/),
  ).toBeVisible();
});

test('says which runs met errors or stopped, and which errors how many met', async () => {
  const items = [
    aRun(1, { state: 'open', errors: 2, stalled: true }),
    aRun(2, { focus_lost: 3, errors: 1, fast: true }),
  ];
  const counts = { ...totals, finished: 1, open: 1, with_errors: 2, stalled: 1, fast: 1 };
  const errors = [
    { _id: 'a'.repeat(32), message: 'x is not defined', file: 'task.js', line: 3, runs: 2 },
    { _id: 'b'.repeat(32), message: 'Script error.', file: null, line: null, runs: 1 },
  ];
  await show([], none, { items, next_cursor: null, totals: counts }, session, errors);
  const table = await screen.findByRole('table', { name: 'Data' });
  for (const name of [
    /^111111 Under way No data for a while 2 errors 12/,
    /^222222 All data here 1 error Fast window left 3 times 12/,
  ])
    expect(within(table).getByRole('row', { name })).toBeVisible();
  expect(screen.getByText(/ 1 fast$/)).toBeVisible();
  expect(screen.getByText(/^Fast: less than 50 % .* nobody is refused/)).toBeVisible();
  const met = screen.getByRole('table', { name: 'Errors of the study’s code' });
  expect(within(met).getByRole('row', { name: 'x is not defined task.js:3 2' })).toBeVisible();
  expect(within(met).getByRole('row', { name: 'Script error. – 1' })).toBeVisible();
});

test('of an anonymous session says totals until the day is over', async () => {
  await show([], none, { ...noRuns, totals: { ...totals, open: 2 } });
  expect(await screen.findByText(/^2 under way/)).toBeVisible();
  expect(screen.getByText(/^Single runs are listed from the day after/)).toBeVisible();
});

const listed = (items: RunLine[], next_cursor: string | null = null) => ({
  status: 200 as const,
  body: { items, next_cursor, totals: { ...totals, open: 1 } },
});
/** As the page does it by itself, or as somebody does who tries again. */
const askAgain = (path: string) => act(() => queryClient.invalidateQueries({ queryKey: [path] }));
const records = (...seqs: number[]) =>
  seqs.map((seq): StoredRecord => ({ seq, kind: 'trial', data: `{"n":${seq}}` }));
/** What is stored of each run; whatever else is asked for, the fake server answers. @returns the asks */
function store(stored: () => StoredRecord[]): string[] {
  const asks: string[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = ((input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, location.origin);
    if (!pathname.endsWith('/records/')) return others(input, init);
    const after = Number(searchParams.get('after'));
    asks.push(String(after));
    const lines = stored().filter(({ seq }) => seq > after);
    const text = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
    const headers = { get: () => 'application/x-ndjson' };
    return Promise.resolve({ ok: true, status: 200, headers, text: () => Promise.resolve(text) });
  }) as unknown as typeof fetch;
  return asks;
}
const openRecords = async () =>
  user.click(await screen.findByRole('button', { name: 'Records of 111111, attempt 1' }));

test('an answer that fails takes away nothing that somebody is reading, nor the focus', async () => {
  const error = { _id: 'a'.repeat(32), message: 'x', file: 'task.js', line: 3, runs: 1 };
  runsNow = () => listed([aRun(1, { state: 'open' })]);
  await show([], none, noRuns, session, [error]);
  store(() => records(1));
  await openRecords();
  const drawer = await screen.findByRole('dialog', { name: 'Records of 111111' });
  const row = await within(drawer).findByRole('row', { name: /^1 Trial/ });
  const close = within(drawer).getByRole('button', { name: 'Close' });
  close.focus();
  runsNow = () => refusal('internal');
  errorsNow = () => refusal('internal');
  await askAgain(listRuns.path);
  await askAgain(listRunErrors.path);
  await waitFor(() => expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(2));
  expect(row).toBeInTheDocument();
  expect(close).toHaveFocus();
  const table = (name: string) => screen.getByRole('table', { name, hidden: true });
  expect(within(table('Data')).getAllByRole('row', { hidden: true })).toHaveLength(2);
  expect(table('Errors of the study’s code')).toBeInTheDocument();
});

test('where there is nothing yet, says that the lists could not be read', async () => {
  runsNow = () => refusal('internal');
  await show([]);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Data' })).not.toBeInTheDocument();
});

test('of a list with several pages asks for all of them, as many times more rarely', async () => {
  const [first, second] = [aRun(1, { state: 'open' }), aRun(2, { state: 'open' })];
  runsNow = (cursor) => (cursor === undefined ? listed([first], 'b') : listed([second]));
  jest.useFakeTimers();
  await show([]);
  const asks = () => asked.filter(({ path }) => path.endsWith('/runs/')).length;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const row = (name: RegExp) => screen.findByRole('row', { name });
  await row(/^111111/);
  act(() => screen.getByRole('button', { name: 'Show more' }).click());
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

test('the records of a run follow it to its end, and read out only what somebody asked for', async () => {
  const stored = records(1);
  runsNow = () => listed([aRun(1, { state: 'open' })]);
  await show([]);
  const asks = store(() => stored);
  await openRecords();
  const drawer = within(await screen.findByRole('dialog', { name: 'Records of 111111' }));
  await drawer.findByRole('row', { name: /^1 Trial/ });
  expect(drawer.getByRole('status')).toHaveTextContent('1 record shown');
  stored.push(...records(2));
  runsNow = () => listed([aRun(1)]);
  await askAgain(listRuns.path);
  await drawer.findByRole('row', { name: /^2 Trial/ });
  expect(drawer.getByText('2 records shown')).toBeVisible();
  expect(drawer.getByRole('status')).toHaveTextContent('1 record shown');
  expect(asks).toEqual(['0', '1']);
});

test('says which files a run made, and hands out those that are here', async () => {
  const file = { type: 'audio/webm', bytes: 2_000_000, stored: 2_000_000, withheld: false };
  filesNow = [
    { ...file, sha256: 'a'.repeat(64), name: 'voice.webm', state: 'whole' },
    { ...file, sha256: 'b'.repeat(64), name: 'face.webm', state: 'due', stored: 500_000 },
    { ...file, sha256: 'c'.repeat(64), name: 'lost.webm', state: 'given_up', stored: 0 },
    { ...file, sha256: 'd'.repeat(64), name: 'face.mp4', state: 'whole', withheld: true },
  ];
  runsNow = () => listed([aRun(1)]);
  await show([]);
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

test('asks for no participation on behalf of a viewer', async () => {
  await show([], none, noRuns, { ...session, role: 'viewer' });
  expect(await screen.findByRole('table', { name: 'How far people came' })).toBeVisible();
  const paths = asked.map(({ path }) => path);
  expect(paths.filter((path) => /run|conditions|roster/.test(path))).toEqual([]);
});

test('a decision goes out ten seconds later, about those chosen alone', async () => {
  await show([entry(1, 'completed'), entry(2, 'completed'), entry(3, 'withdrawn')]);
  expect(await tagged(3)).toBeDisabled();
  await user.click(await tagged(1));
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Approve 1' }).click());
  expect(screen.getByText('Approved in ten seconds')).toBeVisible();
  act(() => void jest.advanceTimersByTime(undoMs - 1));
  expect(sent()).toEqual([]);
  act(() => void jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() =>
    expect(sent()).toEqual([
      { decisions: [{ tag: '1'.repeat(16), decision: { action: 'approve' } }] },
    ]),
  );
});

test('a decision that is undone is never sent', async () => {
  await show([entry(1, 'completed')]);
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(useHeld.getState().held).toEqual([]);
  expect(screen.queryByText('Approved in ten seconds')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('a rejection wants a category and a reason that can be answered', async () => {
  await show([entry(1, 'completed'), entry(2, 'completed')]);
  await tagged(1);
  await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
  await user.click(screen.getByRole('button', { name: 'Reject 2 …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 participations' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await dialog.findByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(dialog.getByRole('combobox', { name: 'What it is for' })).toBeInvalid();
  expect(useHeld.getState().held).toEqual([]);
});

test('what is held goes out when the page is left', async () => {
  await show([entry(1, 'completed')]);
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1' }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(useHeld.getState().held).toEqual([]);
});

test('names are looked up only when they are asked for', async () => {
  await show([entry(1, 'completed')]);
  await tagged(1);
  const lists = () =>
    asked.filter(({ path }) => path.includes('/roster/')).map(({ query }) => query.get('names'));
  expect(new Set(lists())).toEqual(new Set(['false']));
  await user.click(screen.getByRole('checkbox', { name: 'Show names' }));
  await waitFor(() => expect(lists().at(-1)).toBe('true'));
});
