import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RecordKind } from '../../../contracts/runtime/runtime';
import { recordLineOf } from '../../runtime/record-format/frames.rule';
import { ZipArchive } from '../../platform/storage/archive';
import { ArchiveFilesWriter } from '../archive/archive-files';
import type { ExportFormat } from '../../../contracts/research-data/research-data';
import type { Dataset } from '../archive/dataset';
import type { SelectedRun } from '../selection/selected-runs';
import { ExportContent } from '../columns/export-content';
import { tablesFormat } from '../csv-json-parquet/write-tables';
import { bidsFormat } from '../bids-psych-ds/bids/write-bids';
import { psychDsFormat } from '../bids-psych-ds/psych-ds/write-psych-ds';

/** Deterministic pseudo-random data: the hashes below depend on them. */
let state = 20_261_126;
function below(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

/** JSON of values that formats may write differently, or readers interpret differently. */
const values = [
  ...['1', '-7', '0.5', '-0', '1e3', '1e300', '12345678901234567890', '0.30000000000000004'],
  ...['3000000000', 'true', 'false', 'null', '""', '" a "', '"n/a"', '"=1+1"', '"-5"', '"a,b"'],
  ...['"say \\"hm\\""', '"line\\r\\nbreak"', '"tab\\t"', '"\\u0000"', '"\\ud800"', '"😀 ä"'],
  ...['[]', '[1,"x",null]', '{}', '{"Q0":"red","Q1":{"deep":[1]}}', '{"a.b":1}', '{"":2}'],
];
const names = [
  ...['rt', 'stimulus', 'response', 'correct', 'trial_type', 'trial_index', 'time_elapsed'],
  ...['a', 'b', 'run_seq', 'row_id', 'HED', '__proto__', 'a.b', '', ' blank ', '=cmd', 'ä', '7'],
  ...['long', 'level', 'sample'],
];
function valueOf(name: string): string {
  if (name === 'long') return JSON.stringify(`${below(9)}, "ü"`.repeat(below(400)));
  if (name === 'level') return `"level ${below(35)}"`;
  if (name === 'sample')
    return `[${Array.from({ length: below(40) }, () => below(99) / 7).join()}]`;
  if (name === 'trial_type') return oneOf(['"go"', '"stop"']);
  return name === 'time_elapsed' ? `${below(1e6)}` : oneOf(values);
}
const objectText = () =>
  `{${names
    .filter((name) => below(3) > 0 || name === 'trial_type')
    .map((name) => `${JSON.stringify(name)}:${valueOf(name)}`)
    .join()}}`;

function record(trials: number): { kind: RecordKind; data: string } {
  const n = below(30);
  if (n < 20) return { kind: 'trial', data: objectText() };
  if (n === 20) return { kind: 'text', data: `[${objectText()},${objectText()}]` };
  if (n === 21) return { kind: 'text', data: oneOf(['hello, world', '[1,2]', '7', '{broken']) };
  if (n < 24)
    return { kind: 'amend', data: `{"trial":${below(trials + 2)},"data":${objectText()}}` };
  if (n === 24) return { kind: 'state', data: '{"key":"a","value":"b\\n"}' };
  if (n === 25) return { kind: 'lost', data: '{"kind":"trial","bytes":9}' };
  if (n === 26) return { kind: 'event', data: `{"type":"blur","at":${below(9_000)}}` };
  const timing = { frame_ms: 16.7, missed: below(40), longest_ms: 83.4, clock_ms: 0.1 };
  return {
    kind: 'event',
    data: JSON.stringify({ type: 'timing', frames: 1_000 + below(99), long_tasks: 2, ...timing }),
  };
}

/** Makes runs in the form of imported runs, whose records are ranges of bytes in one file. */
function varied() {
  const lines: Buffer[] = [];
  let at = 0;
  const runs = Array.from({ length: 40 }, (_, i): SelectedRun => {
    const participant = createHash('sha256').update(`${i}`).digest('hex').slice(0, 32);
    let trials = 0;
    const own = Array.from({ length: below(60) }, (_n, n) => {
      const { kind, data } = record(trials);
      if (kind === 'trial') trials += 1;
      return recordLineOf(n + 1, { kind, data: Buffer.from(data) });
    });
    own.push(recordLineOf(own.length + 1, { kind: 'finish', data: Buffer.from('{}') }));
    const bytes = Buffer.from(own.join(''));
    lines.push(bytes);
    const imported = { sha256: 'one', first_byte: at, bytes: bytes.length };
    at += bytes.length;
    return {
      id: `run-${i}`,
      session_id: `session-${i % 3}`,
      participant,
      attempt: 1,
      state: 'finished',
      condition: i % 2 ? { name: 'A', factors: {} } : null,
      environment: { device: 'desktop', browser: 'firefox', isolated: true },
      bytes: bytes.length,
      day: '2026-11-02',
      last_day: '2026-11-02',
      isAnonymous: i % 3 === 2,
      imported,
    };
  });
  return { runs, stored: Buffer.concat(lines) };
}

const given = varied();
const files = {
  bytes: (_: string, from = 0, to = given.stored.length) =>
    Promise.resolve(Readable.from([given.stored.subarray(from, to + 1)])),
};
async function learned(): Promise<ExportContent> {
  const wanted = {
    snapshot: undefined as never,
    files,
    studyId: 'study',
    options: { unfinished: false, sees_names: false },
    language: 'en' as const,
    madeAt: new Date('2026-11-26T10:00:00Z'),
    onProgress: () => Promise.resolve(),
    onDamaged: (_: string, error: Error) => {
      throw error;
    },
  };
  const left_out = { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 0 };
  const sessions = [0, 1, 2].map((n) => ({
    id: `session-${n}`,
    privacy_level: 'anonymous' as const,
    version_id: null,
    version_sha256: null,
    blinded: false,
    expected_records: 0,
  }));
  const chosen = { sessions, imported: undefined, runs: given.runs, left_out };
  const content = new ExportContent(wanted, chosen, { tables: [], partIds: [] }, new Map());
  await content.learn();
  return content;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const formats = {
  csv: tablesFormat('csv'),
  json: tablesFormat('json'),
  jsonl: tablesFormat('jsonl'),
  parquet: tablesFormat('parquet'),
  'psych-ds': psychDsFormat,
  bids: bidsFormat,
};
async function* noRunFiles(): AsyncGenerator<never> {}
const datasetOf = (
  content: ExportContent,
  format: ExportFormat,
  for_spreadsheets: boolean,
): Dataset => ({
  studyId: 'study',
  content,
  about: { title: 'Varied', description: 'Records of all kinds' },
  options: { format, for_spreadsheets, unfinished: false },
  language: 'en',
  madeOn: '2026-11-26',
  runFiles: { of: noRunFiles },
});

const explains =
  /\.md$|^CHANGES$|^codebook\.csv$|(codebook|timing|manifest|dataset_description|participants|_beh|_events)\.json$/;
/**
 * Computes one hash from the names, sizes and hashes of an export's tables. Leaves out files that
 * only explain the data, such as the README and the codebook.
 */
async function hashOf(format: Exclude<ExportFormat, 'bundle'>, for_spreadsheets = false) {
  const archive = new ZipArchive(new Date(), () => Promise.resolve());
  const into = new ArchiveFilesWriter(archive);
  await formats[format].write(datasetOf(await learned(), format, for_spreadsheets), into);
  await archive.end();
  const tables = into.named.filter(({ name }) => !explains.test(name));
  return sha256(tables.map((one) => `${one.name} ${one.bytes} ${one.sha256}\n`).join(''));
}

/**
 * Computes the hash of the columns that the first pass found, without their descriptions, whose
 * wording may change.
 */
async function learnedHash(): Promise<string> {
  const { data, events, runTable } = await learned();
  const columns = [data, events, runTable].map((table) =>
    table.columns.map(({ description: _, ...learnt }) => learnt),
  );
  return sha256(JSON.stringify(columns));
}

/**
 * The expected hashes of the files of each format: the same data must give the same bytes in every
 * version of the program.
 */
const known = {
  columns: 'e2241522c558cf0446e7081828cda70534b7dba8f9fe8de4f815290e9ce789ce',
  csv: 'e1b2cdff0486b7a91064c1a8ab13b58f33817e2907d430999137a932e6db0e51',
  'csv for spreadsheets': '39b727aeec3979874e2364ce6aa21535b230515b19270c381e3734f9b0fbb92d',
  json: 'c9a2865b1673855f609bba12e859da9d12f93fd42811b02b7f8e31aeb0318336',
  jsonl: '0e6ddb33ba343fcc6db45c15039f44943f164ae74ec726f780318af4b03ba613',
  parquet: 'f5a67bd44dd322e833a9ee3700ba2debabbd784e195ae99c52272fd84ec917f6',
  'Psych-DS': '791ab677670db0fbe8b782ab5a771efb38aa0db01ea6bca11d25c903df831242',
  BIDS: 'a6313a1a3ba967e45e6920cee375daa5dfa9ebeb649cb8840c096e70438bc49c',
};

describe('The files of an export of the same records', () => {
  it('have the same bytes in each format as in earlier versions of the program', async () => {
    const tables = (format: 'csv' | 'json' | 'jsonl' | 'parquet', for_spreadsheets = false) =>
      hashOf(format, for_spreadsheets);
    const now = {
      columns: await learnedHash(),
      csv: await tables('csv'),
      'csv for spreadsheets': await tables('csv', true),
      json: await tables('json'),
      jsonl: await tables('jsonl'),
      parquet: await tables('parquet'),
      'Psych-DS': await hashOf('psych-ds'),
      BIDS: await hashOf('bids'),
    };
    expect(now).toEqual(known);
  });
});
