import type { Language } from '../../../contracts/base/languages';
import {
  externalParticipantPages,
  type ExternalParticipant,
} from '../../enrolment/participations/external-participants.read';
import { rosterStates } from '../../enrolment/participations/started-participants.read';
import { everCompletedStates } from '../../enrolment/model/participation.rule';
import { showsName } from '../../enrolment/rosters/roster.rule';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Transaction } from '../../platform/db/unit-of-work';
import { reserveUnusedPath, toPortableFileName } from '../../runtime/run-files/file-name.rule';
import { researchDataTexts } from '../research-data-texts';
import { shuffle } from '../selection/shuffled';
import type { SelectionOptions } from '../selection/selected-runs';
import type { Cell } from '../columns/cell.rule';
import { columnFromStats, type Column } from '../columns/column.rule';
import { ServerColumns } from '../columns/server-columns';
import type { ExternalTable, ExternalTables } from '../columns/table';
import {
  withResearcherDescriptions,
  type VariableDescriptions,
} from '../columns/descriptions.rule';
import { ColumnStats } from '../columns/column-stats.rule';
import { unusedColumnName } from '../columns/study-columns.rule';
import type { StoredExternalColumn } from './external-data.entity';
import { TextOrNumberColumn } from './typed-column.rule';

interface File {
  id: string;
  name: string;
  columns: StoredExternalColumn[];
}
interface Part {
  readonly id: string;
  readonly taker: ExternalParticipant;
}

/** The role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';
/** How many participations' rows are in memory at the same time. */
const atOnce = 100;
const says = researchDataTexts.sentence;
const own = [
  { name: 'run_participant', description: says('columns.run_participant') },
  { name: 'run_session', description: says('columns.run_session') },
  { name: 'run_row', description: says('columns.run_row') },
] as const;

/** The options by which the tables are read. */
interface Reading {
  readonly options: SelectionOptions;
  readonly today: string;
  readonly language: Language;
  readonly words: VariableDescriptions;
}

const filesOf = (snapshot: Snapshot, studyId: string) =>
  snapshot.query<File>(
    `SELECT f.id, f.name, f.columns FROM research.outside_file f
     WHERE f.study_id = $1 ORDER BY f.added_at, f.id`,
    [studyId],
    role,
  );

/** Counts the files of external data of a study, for formats that cannot contain them. */
export const countExternalFiles = async (snapshot: Snapshot, studyId: string): Promise<number> =>
  (await filesOf(snapshot, studyId)).length;

/**
 * Lists the names of the columns of a study's external data files, as the exported tables have
 * them.
 */
export async function externalColumns(
  snapshot: Snapshot,
  studyId: string,
): Promise<{ table: string; name: string; label: string | null }[]> {
  return (await filesOf(snapshot, studyId)).flatMap(({ name: table, columns }) =>
    namesOf(columns).map((name, i) => ({ table, name, label: columns[i]?.label ?? null })),
  );
}

function namesOf(columns: readonly StoredExternalColumn[]): string[] {
  const used = new Set<string>(own.map(({ name }) => name));
  return columns.map(({ name: heading }) => {
    const name = unusedColumnName(heading, used);
    used.add(name);
    return name;
  });
}

/**
 * Reads the tables of data that external studies collected. Leaves out participations that did not
 * complete the study, unless the option `unfinished` is set. Leaves out a participation whose last
 * day is not over, unless the reader may see the participant's name.
 */
export async function readExternalTables(
  snapshot: Snapshot,
  studyId: string,
  reading: Reading,
): Promise<ExternalTables> {
  const files = await filesOf(snapshot, studyId);
  if (files.length === 0) return { tables: [], partIds: [] };
  const takers = new Map<string, ExternalParticipant>();
  for await (const page of externalParticipantPages(snapshot, studyId))
    for (const taker of page) if (taker.withdrawn_on === null) takers.set(taker.id, taker);
  const tables: ExternalTable[] = [];
  const partIds: string[] = [];
  const taken = new Set<string>();
  const rejected = await rejectedIn(snapshot, studyId, reading);
  for (const file of files) {
    const { parts, left_out } = await chooseParts(snapshot, file, takers, rejected, reading);
    const name = reserveUnusedPath(
      `outside/${toPortableFileName(file.name).replace(/\.[^.]*$/, '')}`,
      taken,
    );
    tables.push(await tableOf(snapshot, file, { name, parts, left_out, ...reading }));
    partIds.push(...parts.map(({ id }) => id));
  }
  return { tables, partIds };
}

/**
 * Finds the participations whose rows are left out because the researcher's list of participants
 * shows them as rejected.
 */
async function rejectedIn(
  snapshot: Snapshot,
  studyId: string,
  { options: { without_rejected, sees_names }, today }: Reading,
): Promise<ReadonlySet<string>> {
  const rejected = new Set<string>();
  if (!without_rejected) return rejected;
  for await (const page of rosterStates(snapshot, studyId, { sees_names, today }))
    for (const { id, state } of page) if (state === 'rejected') rejected.add(id);
  return rejected;
}

async function chooseParts(
  snapshot: Snapshot,
  { id }: File,
  takers: ReadonlyMap<string, ExternalParticipant>,
  rejected: ReadonlySet<string>,
  { options, today }: Reading,
): Promise<{ parts: Part[]; left_out: ExternalTable['left_out'] }> {
  const left_out: ExternalTable['left_out'] = { unfinished: 0, day_not_over: 0 };
  const parts: Part[] = [];
  for await (const page of snapshot.pages<{ id: string; participation_id: string }>(
    `SELECT p.id, p.participation_id FROM research.outside_part p WHERE p.file_id = $1`,
    [id],
    role,
  ))
    for (const part of page) {
      const taker = takers.get(part.participation_id);
      if (!taker) continue;
      const { privacy_level, state, last_day } = taker;
      const isSeen =
        last_day < today || (options.sees_names && showsName(privacy_level, state, true));
      if (!everCompletedStates.includes(state) && !options.unfinished) left_out.unfinished += 1;
      else if (!isSeen) left_out.day_not_over += 1;
      else if (rejected.has(taker.id)) left_out.rejected = (left_out.rejected ?? 0) + 1;
      else parts.push({ id: part.id, taker });
    }
  return { parts: shuffle(parts), left_out };
}

interface OfTable extends Pick<Reading, 'language' | 'words'> {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly left_out: ExternalTable['left_out'];
}

async function tableOf(
  snapshot: Snapshot,
  { name: file, columns }: File,
  { name, parts, left_out, language, words }: OfTable,
): Promise<ExternalTable> {
  const keys = new ServerColumns(own);
  const values = columns.map(({ decimal_comma }) => new TextOrNumberColumn(decimal_comma));
  let rowCount = 0;
  for await (const [key, cells] of rowsOf(snapshot, parts)) {
    rowCount += 1;
    keys.learn([...key]);
    for (const [i, column] of values.entries()) column.learn(cells[i] ?? null);
  }
  const names = namesOf(columns);
  const described = columns.map(({ name: heading, label }, i): Column => {
    const free = names[i] ?? heading;
    return {
      ...columnFromStats(free, values[i]?.stats ?? new ColumnStats(), rowCount),
      ...(free !== heading && { renamed_from: heading }),
      ...(label !== null && { description: label }),
    };
  });
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const [key, cells] of rowsOf(snapshot, parts))
      yield [[...key, ...values.map((column, i) => column.cellOf(cells[i] ?? null))]];
  }
  return {
    name,
    file,
    columns: [...keys.described(language), ...withResearcherDescriptions(described, words)],
    rowCount,
    participants: parts.length,
    left_out,
    rows,
  };
}

type Key = readonly [string, string, number];

/** Yields the rows of a file, in the order of its parts, which is random. */
async function* rowsOf(
  snapshot: Snapshot,
  parts: readonly Part[],
): AsyncGenerator<readonly [Key, readonly (string | null)[]]> {
  for (let at = 0; at < parts.length; at += atOnce) {
    const some = parts.slice(at, at + atOnce);
    const takers = new Map(some.map(({ id, taker }) => [id, taker]));
    for await (const page of snapshot.pages<{
      part_id: string;
      number: number;
      cells: (string | null)[];
    }>(
      `SELECT r.part_id, r.number, r.cells FROM research.outside_row r
       JOIN unnest($1::uuid[]) WITH ORDINALITY AS w (part_id, place) ON w.part_id = r.part_id
       ORDER BY w.place, r.number`,
      [some.map(({ id }) => id)],
      role,
    ))
      for (const { part_id, number, cells } of page) {
        const taker = takers.get(part_id);
        if (taker) yield [[taker.participant, taker.session_id, number], cells];
      }
  }
}

/**
 * Locks these parts until the transaction ends, so that no withdrawal or deletion can remove them.
 * @returns whether all of the parts still exist
 */
export async function lockExternalDataParts(
  tx: Transaction,
  partIds: readonly string[],
): Promise<boolean> {
  const locked = await tx.query(
    `SELECT id FROM research.outside_part WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
    [partIds],
  );
  return locked.length === partIds.length;
}
