import { screen, within } from '@testing-library/react';
import type { RunError } from '../../../../contracts/runs';
import { refusal } from '../../test/fake-server';
import { freshBrowser } from '../../test/render-app';
import { aRun, listed, metErrors, showSession } from '../../test/shown-session';

beforeEach(() => freshBrowser());

const met = (letter: string, more: Partial<RunError>): RunError => ({
  ...{ _id: letter.repeat(32), kind: 'error', message: '', file: null, line: null, times: null },
  runs: 1,
  ...more,
});

test('says what is stored of each run, and which of them to look at', async () => {
  const items = [
    aRun(1, { few_records: true, records: 3 }),
    aRun(2, { lost: 2 }),
    aRun(3, { state: 'open', attempt: 2 }),
  ];
  const counts = { finished: 2, open: 1, with_lost_records: 1, with_few_records: 1 };
  await showSession({ runs: () => listed(items, counts) });
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
    aRun(2, { focus_lost: 3, errors: 1, missing_files: 2, fast: true }),
  ];
  const counts = { finished: 1, open: 1, with_errors: 2, stalled: 1, fast: 1 };
  const errors = [
    met('a', { message: 'x is not defined', file: 'task.js', line: 3, runs: 2 }),
    met('b', { message: 'Script error.' }),
    met('c', { kind: 'missing_file', file: 'img/a.png', runs: 3, times: 5 }),
    met('d', { kind: 'not_loaded', message: 'blocked', file: 'img/ad.png' }),
  ];
  await showSession({ runs: () => listed(items, counts), errors: () => metErrors(errors) });
  const table = await screen.findByRole('table', { name: 'Data' });
  for (const name of [
    /^111111 Under way No data for a while 2 errors 12/,
    /^222222 All data here 1 error 2 missing files Fast window left 3 times 12/,
  ])
    expect(within(table).getByRole('row', { name })).toBeVisible();
  expect(screen.getByText(/ 1 fast$/)).toBeVisible();
  expect(screen.getByText(/^Fast: less than 50 % .* nobody is refused/)).toBeVisible();
  const found = screen.getByRole('table', { name: 'Errors and missing files' });
  expect(within(found).getByRole('row', { name: 'x is not defined task.js:3 2' })).toBeVisible();
  for (const name of [
    'Script error. – 1',
    'The version has no such file: asked for 5 times img/a.png 3',
    'Not loaded before the study: the browser or the network blocked it img/ad.png 1',
  ])
    expect(within(found).getByRole('row', { name })).toBeVisible();
});

test('of an anonymous session says totals until the day is over', async () => {
  await showSession({ runs: () => listed([], { open: 2 }) });
  expect(await screen.findByText(/^2 under way/)).toBeVisible();
  expect(screen.getByText(/^Single runs are listed from the day after/)).toBeVisible();
});

test('where there is nothing yet, says that the lists could not be read', async () => {
  await showSession({ runs: () => refusal('internal') });
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Data' })).not.toBeInTheDocument();
});
