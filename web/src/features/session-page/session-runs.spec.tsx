import { screen, within } from '@testing-library/react';
import type { RunError } from '../../../../contracts/runtime/runs';
import { refusal } from '../../test/fake-server';
import { freshBrowser } from '../../test/render-app';
import {
  aRun,
  rosterEntry,
  runListAnswer,
  runErrorsAnswer,
  session,
  showSession,
} from '../../test/shown-session';

beforeEach(() => freshBrowser());

const met = (letter: string, more: Partial<RunError>): RunError => ({
  ...{ _id: letter.repeat(32), kind: 'error', message: '', file: null, line: null, times: null },
  runs: 1,
  ...more,
});

const here = { ...session, runs_here: true };

test('the table shows the records and flags of each participant', async () => {
  const items = [
    aRun(1, { few_records: true, records: 3 }),
    aRun(2, { lost: 2 }),
    aRun(3, { state: 'open', attempt: 2 }),
    aRun(4, { state: 'open', errors: 2, stalled: true }),
    aRun(5, { focus_lost: 3, errors: 1, missing_files: 2, fast: true }),
  ];
  const roster = [1, 2, 5].map((n) => ({ ...rosterEntry(n, 'completed'), minutes: 9.5 }));
  await showSession({
    part: 'people',
    session: here,
    roster: [...roster, rosterEntry(3, 'started'), rosterEntry(4, 'started')],
    runs: () => runListAnswer(items),
  });
  const table = await screen.findByRole('table', { name: 'People' });
  for (const name of [
    /^111111 Completed 9\.5 min Few records 3 Computer, Firefox/,
    /^222222 Completed 9\.5 min 2 records lost 12/,
    /^333333 attempt 2 Started – 12/,
    /^444444 Started – 2 errors No data for a while 12/,
    /^555555 Completed 9\.5 min 1 error 2 missing files Fast window left 3 times 12/,
  ])
    expect(within(table).getByRole('row', { name })).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Other runs' })).toBeNull();
});

test('earlier attempts are listed below, and hidden values have no column', async () => {
  const items = [aRun(1, { attempt: 2 }), aRun(2, { tag: '1'.repeat(16), state: 'ended' })];
  await showSession({
    part: 'people',
    session: { ...here, privacy_level: 'anonymous' },
    roster: [rosterEntry(1, 'completed')],
    runs: () => runListAnswer(items),
  });
  const others = await screen.findByRole('table', { name: 'Other runs' });
  expect(within(others).getByRole('row', { name: /^111111 Ended before 12/ })).toBeVisible();
  const heads = within(screen.getByRole('table', { name: 'People' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['Participant code', 'State', 'Records', 'With', 'Since', 'Open']);
});

test('the page counts the runs with errors, stopped runs, and the runs of each error', async () => {
  const counts = {
    finished: 1,
    open: 1,
    with_errors: 2,
    stalled: 1,
    fast: 1,
    with_lost_records: 1,
  };
  const errors = [
    met('a', { message: 'x is not defined', file: 'task.js', line: 3, runs: 2 }),
    met('b', { message: 'Script error.' }),
    met('c', { kind: 'missing_file', file: 'img/a.png', runs: 3, times: 5 }),
    met('d', { kind: 'not_loaded', message: 'blocked', file: 'img/ad.png' }),
  ];
  await showSession({
    part: 'data',
    session: here,
    runs: () => runListAnswer([aRun(1)], counts),
    errors: () => runErrorsAnswer(errors),
  });
  expect(
    await screen.findByText(/^1 under way · 1 with all data · 0 left before the end · 1 without/),
  ).toBeVisible();
  expect(screen.getByText(/ 1 fast$/)).toBeVisible();
  expect(screen.getByText(/^Fast: less than 50 % .* nobody is refused/)).toBeVisible();
  const found = screen.getByRole('table', { name: 'Errors, and what did not load' });
  expect(within(found).getByRole('row', { name: 'x is not defined task.js:3 2' })).toBeVisible();
  for (const name of [
    'Script error. – 1',
    'The version has no such file: asked for 5 times img/a.png 3',
    'Not loaded before the study: the browser or the network blocked it img/ad.png 1',
  ])
    expect(within(found).getByRole('row', { name })).toBeVisible();
});

test('the runs of an anonymous session are shown as totals until the day is over', async () => {
  await showSession({ part: 'data', session: here, runs: () => runListAnswer([], { open: 2 }) });
  expect(await screen.findByText(/^2 under way/)).toBeVisible();
  expect(screen.getByText(/^Single runs are listed from the day after/)).toBeVisible();
});

test('a message says that the lists could not be loaded', async () => {
  await showSession({ part: 'data', runs: () => refusal('internal') });
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Other runs' })).not.toBeInTheDocument();
});
