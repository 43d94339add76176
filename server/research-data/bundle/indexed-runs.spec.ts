import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArrivedRecordings } from './arrived-recordings';
import { ConditionsOfRuns } from './conditions-of-runs';
import { indexRuns } from './indexed-runs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runs-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the line before the records of a run is read to its longest length: 40 GB are refused at once', async () => {
  const path = join(folder, 'endless');
  const file = await open(path, 'w');
  // A hole: read as a whole, it would be zeros for minutes, and no memory has room for them.
  await file.truncate(40_000_000_000);
  await file.close();
  const read = indexRuns({
    path,
    name: 'data/runs/00.jsonl',
    isAnonymous: new Map(),
    recordings: new ArrivedRecordings(new Map()),
    conditions: new ConditionsOfRuns(),
  });
  await expect(read).rejects.toMatchObject({
    extra: { fields: [{ path: 'data/runs/00.jsonl:1', code: 'bundle_malformed' }] },
  });
});
