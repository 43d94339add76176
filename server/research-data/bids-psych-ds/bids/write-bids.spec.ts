import { ZipArchive } from '../../../platform/storage/archive';
import type { Cell } from '../../columns/cell.rule';
import type { Column } from '../../columns/column.rule';
import { ArchiveFilesWriter } from '../../archive/archive-files';
import type { SelectedRun } from '../../selection/selected-runs';
import type { Table } from '../../columns/table';
import type { Dataset, DatasetContent } from '../../archive/dataset';
import { bidsFormat } from './write-bids';

const run: SelectedRun = {
  id: 'r1',
  session_id: 's1',
  participant: 'ab'.repeat(16),
  attempt: 1,
  state: 'finished',
  condition: null,
  environment: { device: 'desktop', browser: 'firefox', isolated: true },
  bytes: 0,
  day: '2026-11-02',
  last_day: '2026-11-02',
  isAnonymous: false,
  imported: null,
};
const onset = { name: 'onset', type: 'number', levels: null, range: [0, 2] } as const;
const trialType = { name: 'trial_type', type: 'string', levels: ['go', 'stop'] } as const;

/** Makes the content of an export that consists of these rows. */
function contentOf(rows: Cell[][]): DatasetContent {
  const columns: Column[] = [onset, { ...trialType, range: null }].map((column) => ({
    ...column,
    values: rows.length,
    missing: 0,
  }));
  const table = (name: Table['name']): Table => ({
    name,
    columns,
    rowCount: rows.length,
    rows: () => [rows],
  });
  return {
    sessions: [],
    imported: undefined,
    left_out: { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 0 },
    ...{ withheld: 0, repeated: 0, external: { tables: [], partIds: [] } },
    runs: [run],
    runsWithoutRecords: 0,
    counts: { runs: 1, rows: rows.length, columns: columns.length },
    data: table('data'),
    events: table('events'),
    runTable: table('runs'),
    timed: { ...table('trial_timing'), rowCount: 0 },
    timing: null,
    // eslint-disable-next-line @typescript-eslint/require-await
    async *dataByRun() {
      yield { run, rows: () => rows, timed: [] };
    },
  };
}
async function* noRunFiles(): AsyncGenerator<never> {}

async function written(rows: Cell[][]): Promise<string[]> {
  const files = new ArchiveFilesWriter(new ZipArchive(new Date(), () => Promise.resolve()));
  const dataset: Dataset = {
    studyId: 'study',
    content: contentOf(rows),
    about: { title: 'Stop', description: '' },
    options: { format: 'bids', for_spreadsheets: false, unfinished: false },
    language: 'en',
    madeOn: '2026-11-02',
    runFiles: { of: noRunFiles },
  };
  await bidsFormat.write(dataset, files);
  return files.named.map(({ name }) => name);
}

describe('bidsFormat', () => {
  it('writes events and their sidecar only when each trial has an onset', async () => {
    const events = (names: string[]) => names.filter((name) => name.includes('_events'));
    const named = await written([
      [0, 'go'],
      [2, 'stop'],
    ]);
    expect(events(named)).toEqual([
      'sub-abababab/beh/sub-abababab_task-Stop_events.tsv',
      'task-Stop_events.json',
    ]);
    expect(events(await written([[undefined, 'go']]))).toEqual([]);
  });

  it('fails when an event has a value that its sidecar excludes', async () => {
    const code = 'TSV_VALUE_INCORRECT_TYPE';
    await expect(
      written([
        [0, 'go'],
        [1, 'pause'],
      ]),
    ).rejects.toMatchObject({
      faults: [
        { code, path: 'sub-abababab/beh/sub-abababab_task-Stop_beh.tsv' },
        { code, path: 'sub-abababab/beh/sub-abababab_task-Stop_events.tsv' },
      ],
    });
  });
});
