import { screen, within } from '@testing-library/react';
import i18next from 'i18next';
import type { SessionTiming } from '../../../../contracts/research-data/study-timing';
import { fetchTexts } from '../../i18n';
import { freshBrowser, renderPart } from '../../test/render-app';
import { TimingSummary } from './timing-summary';

const session: SessionTiming = {
  session_id: '0193a1b2-0000-7000-8000-000000000001',
  runs: 12,
  measured: 11,
  not_counted: 3,
  measures: {
    refresh_hz: [
      { band: '60', runs: 8 },
      { band: 'other', runs: 1 },
      { band: 'not_told', runs: 2 },
    ],
    missed: [{ band: 'below_0_1', runs: 11 }],
    clock: [{ band: 'to_0_02', runs: 11 }],
    long_tasks: [{ band: 'unknown', runs: 11 }],
    isolated: [
      { band: 'yes', runs: 7 },
      { band: 'no', runs: 5 },
    ],
    focus_lost: [{ band: 'to_5', runs: 12 }],
    pace: [
      { band: 'fast', runs: 2 },
      { band: 'usual', runs: 10 },
    ],
  },
};
const show = async (language: string, sessions: readonly SessionTiming[]) => {
  await freshBrowser(language);
  await fetchTexts(['sessions']);
  return renderPart(<TimingSummary sessions={sessions} />);
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

it('the timing of a study is shown as a table for each measure, with a note on what is not counted', async () => {
  await show('en', [session]);
  await screen.findByRole('heading', { name: 'Timing on participants’ devices' });
  const rates = screen.getByRole('table', { name: /^Refresh rate/ });
  expect(rowsOf(rates)).toEqual([
    '60 Hz873 %',
    'Another rate19 %',
    'Not told: fewer than five alike218 %',
  ]);
  expect(screen.getAllByRole('table')).toHaveLength(7);
  screen.getByText(/^12 finished runs\. Of 1 of them nothing was measured/);
  screen.getByText(/^3 finished runs are not counted here/);
});

it('every band of measurements has a text in both languages', async () => {
  for (const language of ['en', 'de']) {
    const { unmount } = await show(language, [session]);
    await screen.findAllByRole('table');
    for (const [name, bands] of Object.entries({
      missed: ['none', 'below_0_1', 'below_1', 'below_5', 'from_5'],
      clock: ['to_0_02', 'to_0_2', 'to_1', 'above_1'],
      long_tasks: ['none', 'to_5', 'to_20', 'above_20', 'unknown'],
      isolated: ['yes', 'no'],
      focus_lost: ['none', 'once', 'to_5', 'above_5'],
      pace: ['fast', 'usual'],
    }))
      for (const band of bands)
        expect([band, i18next.exists(`sessions:timing.bands.${name}.${band}`)]).toEqual([
          band,
          true,
        ]);
    unmount();
  }
});

it('nothing is shown without finished runs, and a note is shown when none of them is counted yet', async () => {
  const { container, unmount } = await show('en', []);
  expect(container.querySelector('table, h2')).toBeNull();
  unmount();
  const empty = { ...session, runs: 0, measured: 0, measures: { ...session.measures } };
  await show('en', [empty]);
  await screen.findByText(/^3 finished runs are not counted/);
  expect(screen.queryByRole('table')).toBeNull();
});
