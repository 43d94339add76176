import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { zipFiles } from '../../../support/files/zip';
import { bundleRequestsOf, textFilesIn, resealBundleFiles } from './bundling';
import { makeStudyWithRuns } from './study-of-yesterday';

const clock = new TestClock();
let run: RunningApp;
let colleague: TestPerson;
beforeAll(async () => {
  run = await sharedApp({ clock });
  colleague = await makeResearcher(run.source);
});
afterAll(() => run.close());

describe('An invalid bundle', () => {
  const refused = async (archive: Buffer) => {
    const studies = async () =>
      (
        await run.source.query<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM research.study WHERE owner_id = $1`,
          [colleague._id],
        )
      )[0]?.n;
    const before = await studies();
    const answer = await bundleRequestsOf(run).importing(colleague, archive);
    expect(await studies()).toBe(before);
    const { code, fields } = answer.body as {
      code: string;
      fields?: { path: string; code: string }[];
    };
    return {
      status: answer.status,
      code,
      first: fields?.[0] && { path: fields[0].path, code: fields[0].code },
    };
  };
  let whole: Record<string, string>;
  beforeAll(async () => {
    const r = await makeStudyWithRuns(run, clock);
    whole = textFilesIn(await bundleRequestsOf(run).bundled(r.study_id, r.researcher));
  });
  const runs = () => Object.keys(whole).find((name) => name.startsWith('data/runs/')) ?? '';
  const invalid = (path: string, code: string) => ({
    status: 400,
    code: 'bundle_invalid',
    first: { path, code },
  });

  it('is refused with file and reason, and stores nothing', async () => {
    const { [runs()]: _, ...without } = whole;
    const changed = { ...whole, [runs()]: whole[runs()]?.replace('300', '301') ?? '' };
    expect(await refused(zipFiles(without))).toEqual(invalid(runs(), 'bundle_file_missing'));
    expect(await refused(zipFiles(changed))).toEqual(invalid(runs(), 'bundle_file_differs'));
    expect(await refused(zipFiles({ ...whole, 'data/more.json': '[]' }))).toEqual(
      invalid('data/more.json', 'bundle_file_unknown'),
    );
    expect(await refused(zipFiles({ 'index.html': '<p>A study</p>' }))).toEqual(
      invalid('', 'bundle_none'),
    );
    const newer = {
      ...whole,
      'bundle.json': JSON.stringify({ format: 'commonlab-bundle', format_version: 5 }),
    };
    expect(await refused(zipFiles(newer))).toEqual(invalid('bundle.json', 'bundle_newer'));
    expect((await refused(Buffer.from('no archive'))).code).toBe('archive_refused');
  });

  it('is refused if its hashes are right but a researcher could not enter its content', async () => {
    const settings = JSON.parse(whole['study/settings.json'] ?? '') as object;
    const settingsWith = (change: object) =>
      zipFiles(
        resealBundleFiles({
          ...whole,
          'study/settings.json': JSON.stringify({ ...settings, ...change }),
        }),
      );
    const wrongSettings = invalid('study/settings.json', 'bundle_malformed');
    const elsewhere = { kind: 'external', url: 'javascript:alert(1)' };
    expect(await refused(settingsWith({ runtime: elsewhere }))).toEqual(wrongSettings);
    expect(await refused(settingsWith({ maximum_minutes: 1 }))).toEqual(wrongSettings);
    expect(await refused(settingsWith({ owner_id: colleague._id }))).toEqual(wrongSettings);
    const past = { filter: 'completed_any_of', studies: [colleague._id] };
    expect(await refused(settingsWith({ eligibility: [past] }))).toEqual(wrongSettings);
    const consent = whole['study/consent.json']?.replace('"body_markdown": "', '$&Not ') ?? '';
    expect(
      await refused(zipFiles(resealBundleFiles({ ...whole, 'study/consent.json': consent }))),
    ).toEqual(invalid('study/consent.json', 'bundle_malformed'));
    const records = whole[runs()] ?? '';
    const changed = { ...whole, [runs()]: records.replace('300', '301') };
    expect(await refused(zipFiles(resealBundleFiles(changed)))).toEqual(
      invalid(`${runs()}:1`, 'bundle_run_differs'),
    );
    const twice = { ...whole, [runs()]: records + records };
    expect(await refused(zipFiles(resealBundleFiles(twice)))).toEqual(
      invalid(runs(), 'bundle_malformed'),
    );
    const [line = '', ...others] = records.split('\n');
    const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const deep = [line.replace('"condition":null', `"condition":${nested}`), ...others].join('\n');
    expect(deep).not.toBe(records);
    expect(await refused(zipFiles(resealBundleFiles({ ...whole, [runs()]: deep })))).toEqual(
      invalid(`${runs()}:1`, 'bundle_malformed'),
    );
    const cut = { ...whole, [runs()]: records.slice(0, -20) };
    expect(await refused(zipFiles(resealBundleFiles(cut)))).toEqual(
      invalid(`${runs()}:${cut[runs()]?.split('\n').length}`, 'bundle_malformed'),
    );
    const [version = ''] = Object.keys(whole).filter((name) => name.startsWith('versions/'));
    const other = whole[version]?.replace('index.html', 'index2.html') ?? '';
    expect(await refused(zipFiles(resealBundleFiles({ ...whole, [version]: other })))).toEqual(
      invalid(version, 'bundle_version_differs'),
    );
  });
});
