import fc from 'fast-check';
import { researchDataTexts } from '../research-data-texts';
import { csvLine } from '../csv-json-parquet/text-lines.rule';
import { columnsOfStudy } from '../columns/column.rule';
import { StudyColumns } from '../columns/study-columns.rule';
import type { JsonObject } from '../../runtime/record-format/json.rule';
import { BidsCheck, bidsCheckedColumnIndexes } from './bids/bids-check.rule';
import { bidsReservedNames, bidsSidecar } from './bids/bids.rule';
import { allowedColumnNames } from './names.rule';
import { PsychDsCheck, rowIdColumnIndexes } from './psych-ds/psych-ds-check.rule';
import { psychDsDescription, psychDsReservedNames } from './psych-ds/psych-ds.rule';
import { CsvReader, TsvReader } from './table-reader.rule';
import { tsvHeader, tsvLine, tsvName } from './bids/tsv.rule';

/**
 * Makes a table of these rows as an export does: a first pass over all rows finds the names and the
 * descriptions of the columns.
 */
function tableOf(
  rows: JsonObject[],
  allowed: (name: string) => string,
  reserved: readonly string[],
) {
  const columns = new StudyColumns();
  rows.forEach((row) => columns.learn(row));
  const learned = columnsOfStudy(columns.settle([]), rows.length);
  const names = allowedColumnNames(
    learned.map(({ name }) => name),
    allowed,
    reserved,
  );
  return {
    names,
    entries: learned.map((entry, i) => ({ ...entry, name: names[i] ?? '' })),
    cells: rows.map((row) => columns.cellsOf(row)),
  };
}
const about = { title: 'Stroop', description: '' };
const { t } = researchDataTexts.in('en');
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('onset', 'row_id', 'HED', ' a', 'a', '\t', '"', 'n/a', '__proto__', 'TaskName'),
);
const value = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.double(),
  fc.constantFrom('n/a', ''),
);
const study = fc
  .array(fc.dictionary(name, value, { maxKeys: 6 }), { minLength: 1, maxLength: 8 })
  // The rows are parsed from JSON, because the server parses real rows from JSON. The column `n`
  // gives each row at least one value.
  .map((rows) => rows.map((row) => JSON.parse(JSON.stringify({ ...row, n: 1 })) as JsonObject));

describe('Datasets of arbitrary study data', () => {
  it('break no rule of Psych-DS', () => {
    fc.assert(
      fc.property(study, (rows) => {
        const { names, entries, cells } = tableOf(rows, (one) => one.trim(), psychDsReservedNames);
        const check = new PsychDsCheck();
        const described = psychDsDescription(about, [{ label: 'trials', columns: entries }], t);
        const json = JSON.parse(JSON.stringify(described)) as unknown;
        check.add({ path: 'dataset_description.json', isEmpty: false, json });
        const reader = new CsvReader(rowIdColumnIndexes);
        for (const line of [names, ...cells]) reader.push(csvLine(line, false));
        check.add({ path: 'data/study-a_data.csv', isEmpty: false, table: reader.end() });
        expect(check.faults()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('break no rule of BIDS and have values as the sidecar describes', () => {
    fc.assert(
      fc.property(study, (rows) => {
        const { names, entries, cells } = tableOf(rows, tsvName, bidsReservedNames);
        const check = new BidsCheck();
        const sidecar = JSON.parse(JSON.stringify(bidsSidecar(about, entries, t))) as unknown;
        check.add({ path: 'task-Stroop_beh.json', isEmpty: false, json: sidecar });
        const path = 'sub-01/beh/sub-01_task-Stroop_beh.tsv';
        const reader = new TsvReader(bidsCheckedColumnIndexes, check.seeing(path));
        reader.push(tsvHeader(names));
        for (const line of cells) reader.push(tsvLine(line));
        check.add({ path, isEmpty: false, table: reader.end() });
        expect(check.faults().map(({ code }) => code)).toEqual([
          'MISSING_DATASET_DESCRIPTION',
          'PARTICIPANT_ID_MISMATCH',
        ]);
      }),
      { numRuns: 300 },
    );
  });
});
