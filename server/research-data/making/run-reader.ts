import type { Snapshot } from '../../platform/db/snapshot';
import { recordsOfRehearsed, recordsOfRun } from '../../runtime/records/runs-of-study.read';
import { pieceFinder } from '../../runtime/records/result-event.rule';
import { mark, withheld } from '../../runtime/records/withheld.rule';
import { jsonOf, isObject, type Json } from '../../runtime/records/json.rule';
import { eachOnce, withResults } from '../rows/results.rule';
import { contentOf, rowsOfRecord, type DataRow, type RunRecord } from '../rows/run-rows.rule';
import type { ChosenRun } from './chosen-runs';

export interface ReadRun {
  readonly rows: readonly DataRow[];
  readonly events: readonly RunRecord[];
  readonly amended: number;
  readonly lost: number;
  /** Rows of texts that trials have already. */
  readonly repeated: number;
  /** Values that an anonymous session does not give out. */
  readonly withheld: number;
}

/** Bytes that are no records: the run is left out, and the rest of the export is made. */
export class Damaged extends Error {}

/** A run as an export has it; of all runs, one at a time is in memory. @throws Damaged */
export async function readRun(snapshot: Snapshot, run: ChosenRun): Promise<ReadRun> {
  const read = await (run.isSimulated ? recordsOfRehearsed : recordsOfRun)(snapshot, run.id);
  const stored = await read().catch((cause: unknown) => {
    throw new Damaged(`run ${run.id}`, { cause });
  });
  const records = stored.map(({ seq, kind, data }) => ({ seq, kind, data: data.toString('utf8') }));
  let count = 0;
  const whole = withResults(records);
  const isPiece = pieceFinder();
  // A text record that is one piece of a longer text may contain half of a clock time, which no rule
  // recognises: in an anonymous session the whole record is withheld.
  const told = (record: RunRecord): RunRecord => {
    if (!isPiece(record)) return record;
    count += 1;
    return { ...record, data: mark };
  };
  const { data, events, amended } = contentOf(run.isAnonymous ? whole.map(told) : whole);
  const lost = records.filter(({ kind }) => kind === 'lost').length;
  const { rows, repeated } = eachOnce(data.flatMap(rowsOfRecord));
  if (!run.isAnonymous) return { rows, events, amended, lost, repeated, withheld: 0 };
  const given = (value: Json): Json => {
    const found = withheld(value, run);
    count += found.count;
    return found.value;
  };
  return {
    rows: rows.map((row) => rowWithout(row, given)),
    events: events.map((event) => ({ ...event, data: textWithout(event.data, given) })),
    amended,
    lost,
    repeated,
    withheld: count,
  };
}

function rowWithout(row: DataRow, given: (value: Json) => Json): DataRow {
  if (row.values) {
    const values = given(row.values);
    return isObject(values) ? { ...row, values } : { ...row, values: null, value: values };
  }
  return { ...row, value: row.value === undefined ? undefined : given(row.value) };
}

function textWithout(text: string, given: (value: Json) => Json): string {
  const value = jsonOf(text);
  if (value === undefined) return asText(given(text));
  return asText(given(value));
}
const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
