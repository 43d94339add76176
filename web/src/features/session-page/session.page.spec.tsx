import { screen, waitFor, within } from '@testing-library/react';
import { user } from '../../test/user';
import { freshBrowser } from '../../test/render-app';
import { aRun, rosterEntry, runListAnswer, session, showSession } from '../../test/shown-session';

beforeEach(() => freshBrowser());

test('the figures show rate, duration, pay, cost and progress, and the history lists the changes', async () => {
  await showSession();
  const term = (name: string) => screen.getByText(name).parentElement as HTMLElement;
  await screen.findByText('Fills by');
  expect(term('Fills by')).toHaveTextContent('2 an hourover the last 6 hours');
  expect(term('Median duration')).toHaveTextContent('12 minHalf take 9 to 15.5 min; of 7');
  expect(term('Effective hourly pay')).toHaveTextContent('€15.00');
  expect(term('Cost so far')).toHaveTextContent('€12.00');
  const table = screen.getByRole('table', { name: 'How far people came' });
  expect(within(table).getByRole('row', { name: 'Completed 2 40 %' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  const happened = screen.getByRole('list', { name: 'What happened' });
  expect(within(happened).getAllByRole('listitem')[0]).toHaveTextContent(
    'Spots changed from 5 to 10',
  );
  expect(table).not.toBeVisible();
});

test('the page shows the number of participants for each condition, unless conditions are hidden or absent', async () => {
  const totals = [
    { name: 'fast', share: 1, seats: 4, finished: 3 },
    { name: 'slow', share: 1, seats: 5, finished: 2 },
  ];
  await showSession({ part: 'data', conditions: { draw: 'blocks', resolution: 'day', totals } });
  const table = await screen.findByRole('table', { name: 'Conditions' });
  expect(within(table).getByRole('row', { name: 'fast 4 3' })).toBeVisible();
  expect(within(table).getByRole('row', { name: 'slow 5 2' })).toBeVisible();
  expect(screen.getByText(/^As of the end of yesterday/)).toBeVisible();
});

test('the page hides the conditions of a session that is blinded', async () => {
  await showSession({
    part: 'data',
    conditions: { draw: 'blocks', resolution: 'moment', totals: null },
  });
  expect(await screen.findByText('Hidden until the session is closed.')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Conditions' })).not.toBeInTheDocument();
});

test('the page summarizes the figures in sentences', async () => {
  await showSession();
  expect(
    await screen.findByText(
      /^4 of 10 spots are taken\. At this pace it is full on .* 2 completions wait/,
    ),
  ).toBeVisible();
});

test('the page requests no participations for a viewer', async () => {
  const { asked } = await showSession({
    session: { ...session, role: 'viewer', sees_names: false },
  });
  expect(await screen.findByRole('table', { name: 'How far people came' })).toBeVisible();
  const paths = asked.map(({ path }) => path);
  expect(paths.filter((path) => /run|conditions|roster/.test(path))).toEqual([]);
});

test('a viewer with access to the roster can read it, show names on request, and decide nothing', async () => {
  const { asked } = await showSession({
    part: 'people',
    session: { ...session, role: 'viewer', sees_names: true },
    roster: [rosterEntry(1, 'completed')],
  });
  expect(await screen.findByText('111111')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Show names' }));
  const withNames = () => asked.filter(({ query }) => query.get('names') === 'true');
  await waitFor(() => expect(withNames()).toHaveLength(1));
  expect(screen.queryByRole('toolbar')).toBeNull();
  for (const name of [/^Approve/, 'Save as CSV', 'Decide by file'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(asked.filter(({ path }) => /run|conditions/.test(path))).toEqual([]);
});

test('an editor without access to the roster has no button for names', async () => {
  await showSession({
    part: 'people',
    session: { ...session, role: 'editor', sees_names: false },
    roster: [rosterEntry(1, 'completed')],
  });
  expect(await screen.findByRole('checkbox', { name: '111111' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Show names' })).toBeNull();
});

test('the page shows an analyst the runs with their records, and requests no roster', async () => {
  const { asked } = await showSession({
    part: 'data',
    session: { ...session, role: 'analyst', sees_names: false, runs_here: true },
    runs: () => runListAnswer([aRun(1)]),
  });
  const table = await screen.findByRole('table', { name: 'Runs' });
  expect(within(table).getByRole('button', { name: 'Records of 111111, attempt 1' })).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).not.toContain('People');
  for (const name of ['Messages', 'Returns'])
    expect(screen.queryByRole('link', { name })).toBeNull();
  const paths = asked.map(({ path }) => path);
  expect(paths.some((path) => path.endsWith('/runs/'))).toBe(true);
  expect(paths.filter((path) => /roster|conversations|external/.test(path))).toEqual([]);
});

test.each([
  ['onsite', 'Slots', '/slots'],
  ['video', 'Slots', '/slots'],
  ['external', 'Returns', '/external'],
] as const)('a session that was launched as %s links to its %s', async (kind, name, path) => {
  await showSession({ session: { ...session, runtime_kind: kind } });
  const link = await screen.findByRole('link', { name });
  expect(link).toHaveAttribute('href', `/sessions/${session._id}${path}`);
});

test('a session of a study that runs on this server links neither to slots nor to returns', async () => {
  await showSession({ session: { ...session, runtime_kind: 'hosted' } });
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Slots|Returns/ })).toBeNull();
});

test('an implausible median is flagged, and no hourly pay is computed from it', async () => {
  await showSession({
    minutes: {
      ...{ people: 12, lower_quartile: 0, median: 1 / 60, upper_quartile: 1 / 60 },
      ...{ stated: 20, plausible: false },
    },
  });
  const term = (name: string) => screen.getByText(name).parentElement as HTMLElement;
  await screen.findByText('Median duration');
  expect(term('Median duration')).toHaveTextContent(
    '1 sfar below the 20 minutes stated. Check the study.',
  );
  expect(term('Median duration')).toHaveAttribute('data-doubted', 'true');
  expect(term('Effective hourly pay')).toHaveTextContent(/–not told/);
});

test('without a median, the pay per hour is computed from the stated minutes', async () => {
  await showSession({ minutes: null });
  const name = await screen.findByText('Hourly pay');
  expect(name.parentElement).toHaveTextContent('€18.00by the 10 minutes stated');
});

test('a session that pays less than the fair minimum says so, and links to the top-up', async () => {
  await showSession({ fair_pay: [{ currency: 'EUR', floor: 1600, recommended: 1800 }] });
  expect(
    await screen.findByText(
      'Participants get €15.00 an hour, less than the fair minimum of €16.00',
    ),
  ).toBeVisible();
  expect(screen.getByText('Effective hourly pay').parentElement).toHaveTextContent(
    'reward by median duration; below the fair minimum of €16.00',
  );
  await user.click(screen.getByRole('link', { name: 'Top up to €3.20 each' }));
  expect(screen.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true');
});
