import type {
  VersionFinding,
  StudyVersion,
  VersionReport,
} from '../../../../contracts/study-files/study-files';
import {
  builtPageIn,
  groupFindingsByKind,
  blockedHosts,
  runtimeWithVersion as given,
} from './hosted.rule';

const version = { _id: '018f0000-0000-7000-8000-000000000002' } as StudyVersion;
const report: VersionReport = {
  kind: 'plain',
  libraries: [],
  entry: 'index.html',
  entries: ['index.html', 'b.html'],
  hosts: ['https://cdn.example'],
  needs: ['camera'],
  findings: [],
  more: 0,
};

const withVersion = (
  before: Parameters<typeof given>[0],
  of: StudyVersion,
  told: VersionReport,
  kind: 'hosted' | 'builder' = 'hosted',
  maximumMinutes: number | null = 60,
) => given(before, of, told, { kind, maximumMinutes });

test.each([
  [60, 1],
  [90, 1],
  [150, 2],
  [10_000, 48],
  [null, 1],
])('with at most %s minutes, the initial resume time is %d hours', (most, hours) => {
  const first = withVersion(null, version, report, 'hosted', most);
  expect(first?.resume.hours).toBe(hours);
  // The first version derives the resume time from the study's maximum duration. If the maximum
  // duration changes later, the resume time stays.
  expect(withVersion(first, version, report, 'hosted', 600)?.resume.hours).toBe(hours);
});

test('the first version sets the hosts and devices found by its report', () => {
  expect(withVersion(null, version, report)).toMatchObject({
    kind: 'hosted',
    version_id: version._id,
    entry: 'index.html',
    hosts: ['https://cdn.example'],
    needs: ['camera'],
  });
});

test('a different version keeps the settings, and the start page if the version has that page', () => {
  const before = {
    ...(withVersion(null, version, report) ?? never()),
    entry: 'b.html',
    hosts: [],
    sha256: 'a'.repeat(64),
    expected_records: 12,
  };
  const next = withVersion(before, version, report);
  expect(next).toMatchObject({ entry: 'b.html', hosts: [], expected_records: 12 });
  expect(next).not.toHaveProperty('sha256');
  expect(withVersion(before, version, { ...report, entries: ['index.html'] })?.entry).toBe(
    'index.html',
  );
  expect(withVersion(before, version, { ...report, entries: [], entry: null })).toBeNull();
});

test('sharing between participants is set from the report of the first version', () => {
  const uses: VersionFinding = {
    ...{ code: 'jatos_batch', severity: 'note', file: 'a.js', line: 1, detail: null },
  };
  const shared = withVersion(null, version, { ...report, findings: [uses] });
  expect(shared).toMatchObject({ shares: true });
  expect(withVersion(null, version, report)).toMatchObject({ shares: false });
  // Participants read and accept whether their data is shared with other participants, so a new
  // version does not change this setting.
  expect(withVersion(shared, version, report)).toMatchObject({ shares: true });
});

test('preloaded files are kept for a different version, but not for a study made with the builder', () => {
  const beforehand = { files: ['stimuli/'], begins_without: true };
  const before = { ...(withVersion(null, version, report) ?? never()), beforehand };
  expect(withVersion(before, version, report)).toMatchObject({ beforehand });
  expect(withVersion(before, version, report, 'builder')).not.toHaveProperty('beforehand');
  expect(withVersion(null, version, report)).not.toHaveProperty('beforehand');
});

function never(): never {
  throw new Error('a page is there');
}

test('the hosts of a version that are not allowed are listed', () => {
  const named = ['https://a.example', 'https://b.example:8443'];
  expect(blockedHosts(named, [])).toEqual(named);
  expect(blockedHosts(named, ['https://A.example/', 'https://c.example'])).toEqual([named[1]]);
  expect(blockedHosts([], ['https://c.example'])).toEqual([]);
});

test('findings of the same kind are grouped, in the order of their first occurrence', () => {
  const finding = (code: VersionFinding['code'], file: string): VersionFinding => ({
    code,
    severity: code === 'syntax_error' ? 'error' : 'note',
    file,
    line: 4,
    detail: null,
  });
  const findings = [
    finding('syntax_error', 'a.js'),
    finding('jatos_batch', 'draw.html'),
    finding('storage', 'a.js'),
    finding('jatos_batch', 'wait.html'),
  ];
  expect(
    groupFindingsByKind(findings).map((same) => same.map(({ code, file }) => [code, file])),
  ).toEqual([
    [['syntax_error', 'a.js']],
    [
      ['jatos_batch', 'draw.html'],
      ['jatos_batch', 'wait.html'],
    ],
    [['storage', 'a.js']],
  ]);
  expect(groupFindingsByKind([])).toEqual([]);
});

it('if a version contains sources and a built page, the built page is found', () => {
  const built: VersionFinding = {
    ...{ code: 'built_inside', severity: 'note', file: 'index.html', line: null },
    detail: 'dist/index.html',
  };
  expect(builtPageIn({ findings: [built] })).toBe('dist/index.html');
  expect(builtPageIn({ findings: [] })).toBeUndefined();
  expect(builtPageIn(undefined)).toBeUndefined();
});
