/**
 * A forger can compute every hash of a bundle. So these tests check that the import also applies
 * the usual limits to the content.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimeLimits } from '../../../../contracts/runtime/limits';
import {
  type BundleRun,
  type BundleSession,
  type BundleStudyVersion,
} from '../../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../../contracts/research-data/bundle-limits';
import { timelineFileLimits } from '../../../../contracts/study-files/study-timelines';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import { ReceivedBundleRecordings } from '../../../../server/research-data/bundle/received-bundle-recordings';
import { ConditionsOfRuns } from '../../../../server/research-data/bundle/conditions-of-runs';
import { indexRuns } from '../../../../server/research-data/bundle/indexed-runs';
import {
  firstChainHead,
  recordLineOf,
  nextChainHead,
} from '../../../../server/runtime/record-format/frames.rule';
import { manifestHash } from '../../../../server/study-files/versions/manifest';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { zipFiles } from '../../../support/files/zip';
import { trialRecords } from '../../runtime/running';
import { makeStudy } from '../../studies/fixtures';
import { timelineRequestsOf, versionRequestsOf } from '../../study-files/own-files';
import { bundleRequestsOf, textFilesIn, resealBundleFiles } from './bundling';
import { studyExportRequestsOf } from '../exporting';
import { extendTimeout } from '../../../support/chance/wait';

type Files = Record<string, string>;
const clock = new TestClock();
let run: RunningApp;
let colleague: TestPerson;
/** A bundle with one run, whose file is `name`. */
let whole: Files;
let name: string;
beforeAll(async () => {
  run = await sharedApp({ clock });
  colleague = await makeResearcher(run.source);
  const r = await recruit(run, { capacity: 50, privacy_level: 'roster_on_start' });
  await bundleRequestsOf(run).withFiles(r);
  await studyExportRequestsOf(run).tookPart(r, trialRecords(2), 'completed');
  clock.advance(86_400_000);
  whole = textFilesIn(await bundleRequestsOf(run).bundled(r.study_id, r.researcher));
  name = Object.keys(whole).find((one) => one.startsWith('data/runs/')) ?? '';
});
afterAll(() => run.close());

const headerOf = (text = '') => JSON.parse(text.split('\n')[0] ?? '') as BundleRun;
/**
 * Returns the bundle with these records in its run, and with these changes of the run's first line.
 */
function withRecords(
  data: readonly string[],
  more: Partial<BundleRun> = {},
  kind: 'text' | 'event' = 'text',
): Files {
  const frames = data.map((one) => ({ kind, data: Buffer.from(one) }));
  const head = frames.reduce(nextChainHead, firstChainHead).toString('hex');
  const header = { ...headerOf(whole[name]), records: data.length, head, ...more };
  const lines = frames.map((frame, n) => recordLineOf(n + 1, frame));
  return resealBundleFiles({ ...whole, [name]: `${JSON.stringify(header)}\n${lines.join('')}` });
}
const asAnonymous = (files: Files): Files => {
  const path = 'data/sessions.json';
  const sessions = JSON.parse(files[path] ?? '') as BundleSession[];
  const changed = sessions.map((one) => ({ ...one, privacy_level: 'anonymous' }));
  return resealBundleFiles({ ...files, [path]: JSON.stringify(changed) });
};
const fateOf = async (files: Files) => {
  const answer = await bundleRequestsOf(run).importing(colleague, zipFiles(files));
  const { fields = [] } = answer.body as { fields?: { path: string; code: string }[] };
  return answer.status === 201
    ? 'imported'
    : fields.map(({ path, code }) => `${path} ${code}`).join();
};

describe('An imported run', () => {
  it('is refused if a record exceeds the limit for participants, and the error names its line', async () => {
    const longest = 'a'.repeat(runtimeLimits.recordBytes);
    expect(await fateOf(withRecords(['b', longest]))).toBe('imported');
    expect(await fateOf(withRecords(['b', `${longest}a`]))).toBe(
      `${name}:3 bundle_record_too_large`,
    );
    const endless = '"'.repeat(4 * runtimeLimits.recordBytes);
    expect(await fateOf(withRecords([endless]))).toBe(`${name}:2 bundle_record_too_large`);
  });

  it('is refused if it has more bytes than a run may have', async () => {
    const many = Math.ceil(
      (runtimeLimits.runBytes + runtimeLimits.runReserveBytes) / runtimeLimits.recordBytes,
    );
    const records = Array.from({ length: many }, () =>
      randomBytes(runtimeLimits.recordBytes / 2).toString('hex'),
    );
    expect(await fateOf(withRecords(records))).toBe(`${name}:${many + 1} bundle_run_too_large`);
  });

  it('is refused if a line is JSON but not a record, however long', async () => {
    const files = withRecords(['a']);
    const [header = ''] = (files[name] ?? '').split('\n');
    const numbers = `{"seq":1,"kind":"text","data":[${'1,'.repeat(200_000)}1]}`;
    const changed = { ...files, [name]: `${header}\n${numbers}\n` };
    expect(await fateOf(resealBundleFiles(changed))).toBe(`${name}:2 bundle_malformed`);
    const wide = {
      ...files,
      [name]: `${header.replace(/}$/, `,"more":[${'1,'.repeat(300_000)}1]}`)}\n`,
    };
    expect(await fateOf(resealBundleFiles(wide))).toBe(`${name}:1 bundle_malformed`);
  });

  it('is refused if its first line is longer or more nested than a run’s can be, also in a small bundle', async () => {
    const [header = '', ...records] = (whole[name] ?? '').split('\n');
    const beginning = (more: string) =>
      resealBundleFiles({
        ...whole,
        [name]: [header.replace(/}$/, `,"more":${more}}`), ...records].join('\n'),
      });
    // These conditions are short enough, but have too many values or are nested too deep.
    for (const more of [`[${'1,'.repeat(100_000)}1]`, `${'['.repeat(9)}${']'.repeat(9)}`])
      expect(await fateOf(beginning(more))).toBe(`${name}:1 bundle_malformed`);
    const huge = beginning(`"${'x'.repeat(19_000_000)}"`);
    expect(zipFiles(huge).length).toBeLessThan(60_000);
    expect(await fateOf(huge)).toBe(`${name}:1 bundle_malformed`);
  });

  it('is refused immediately if its first line is endless: 40 GB are not read completely', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runs-'));
    try {
      const path = join(folder, 'endless');
      const file = await open(path, 'w');
      // The file is sparse: it consists of 40 GB of zeros, too many to be read to the end or held
      // in memory.
      await file.truncate(40_000_000_000);
      await file.close();
      const read = indexRuns({
        ...{ path, name: 'data/runs/00.jsonl', isAnonymous: new Map() },
        recordings: new ReceivedBundleRecordings(new Map()),
        conditions: new ConditionsOfRuns(),
      });
      await expect(read).rejects.toMatchObject({
        extra: { fields: [{ path: 'data/runs/00.jsonl:1', code: 'bundle_malformed' }] },
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of an anonymous session is refused if it names a day, and accepted with assembled results', async () => {
    const joined = ['a'.repeat(2 * runtimeLimits.recordBytes)];
    expect(await fateOf(asAnonymous(withRecords(joined)))).toBe(
      `${name}:1 bundle_day_of_anonymous`,
    );
    expect(await fateOf(asAnonymous(withRecords(joined, { day: null })))).toBe('imported');
  });

  it('of an anonymous session is refused with timing that a page measured', async () => {
    const measured = '{"type":"trial_timing","trials":[[0,61,0,16.8,0]]}';
    const told = withRecords(['a', measured], { day: null }, 'event');
    expect(await fateOf(asAnonymous(told))).toBe(`${name}:3 bundle_timing_of_anonymous`);
    expect(await fateOf(told)).toBe('imported');
    const withheld = withRecords(['a', '[withheld]'], { day: null }, 'event');
    expect(await fateOf(asAnonymous(withheld))).toBe('imported');
  });
});

describe('An imported study', () => {
  it('is refused unless it begins with a page, like an uploaded one', async () => {
    const path = 'study/settings.json';
    const settings = JSON.parse(whole[path] ?? '') as { runtime: object };
    const runtime = { ...settings.runtime, entry: 'js/main.js' };
    const changed = { ...whole, [path]: JSON.stringify({ ...settings, runtime }) };
    expect(await fateOf(resealBundleFiles(changed))).toBe(`${path} bundle_entry_no_page`);
  });

  it('is refused with more files beside the timeline than a draft may have', async () => {
    const files = await builderBundle();
    const tooMany = withFile(files, (version) =>
      Array.from({ length: timelineFileLimits.files + 1 }, (_, n) => ({
        ...(version.files[0] as (typeof version.files)[number]),
        path: `files/${n}.png`,
      })),
    );
    expect(await fateOf(tooMany)).toMatch(/^versions\/\w+\.json bundle_timeline_files$/);
    const text = ' '.repeat(2_000_001);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const tooLong = withFile({ ...files, [`files/${sha256}`]: text }, () => [
      { path: 'timeline.json', bytes: text.length, sha256 },
    ]);
    expect(await fateOf(tooLong)).toBe(`files/${sha256} bundle_timeline_too_large`);
  });
});

async function builderBundle(): Promise<Files> {
  const study = await makeStudy(run, colleague);
  const timelines = timelineRequestsOf(run);
  await timelines.template(study, colleague, 'questionnaire').expect(200);
  const { timeline } = await timelines.read(study, colleague);
  const version = (await timelines.publish(study, colleague, timeline ?? {}).expect(201))
    .body as StudyVersion;
  await run
    .http()
    .put(`/api/studies/${study}/`)
    .set(colleague.headers)
    .send({ runtime: { ...versionRequestsOf(run).hosted(version), kind: 'builder' } })
    .expect(200);
  return textFilesIn(await bundleRequestsOf(run).bundled(study, colleague));
}

/**
 * Returns the bundle with these files added to its version. They replace files of the same paths.
 */
function withFile(
  files: Files,
  more: (version: BundleStudyVersion) => BundleStudyVersion['files'],
): Files {
  const [path = ''] = Object.keys(files).filter((one) => one.startsWith('versions/'));
  const { [path]: text = '', ...others } = files;
  const version = JSON.parse(text) as BundleStudyVersion;
  const added = more(version);
  const kept = version.files.filter((one) => !added.some((two) => two.path === one.path));
  const all = [...kept, ...added];
  const sha256 = manifestHash(all);
  const settings = others['study/settings.json']?.replace(version.sha256, sha256) ?? '';
  return resealBundleFiles({
    ...others,
    'study/settings.json': settings,
    [`versions/${sha256}.json`]: JSON.stringify({ ...version, sha256, files: all }),
  });
}

describe('A bundle file that is parsed as a whole', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const wide = `[${'[],'.repeat(900_000)}0]`;

  it.each(['study/settings.json', 'data/sessions.json', 'data/consents.json'])(
    'is refused with its name if it is nested too deeply or has millions of values: %s',
    async (path) => {
      for (const text of [deep, wide]) {
        const began = performance.now();
        expect(await fateOf(resealBundleFiles({ ...whole, [path]: text }))).toBe(
          `${path} bundle_json_too_large`,
        );
        expect(performance.now() - began).toBeLessThan(extendTimeout(10_000));
      }
    },
  );

  it('is refused if it is larger than any that the product makes, including the index', async () => {
    const path = 'data/sessions.json';
    const large = JSON.stringify([randomBytes(bundleLimits.wholeBytes / 2).toString('hex')]);
    expect(await fateOf(resealBundleFiles({ ...whole, [path]: large }))).toBe(
      `${path} bundle_json_too_large`,
    );
    expect(await fateOf({ ...whole, 'bundle.json': deep })).toBe(
      'bundle.json bundle_json_too_large',
    );
  });
});
