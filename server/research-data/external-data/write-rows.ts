import { randomUUID } from 'node:crypto';
import {
  lockAgainstDataWithdrawal,
  type ExternalParticipant,
} from '../../enrolment/participations/external-participants.read';
import type { Transaction } from '../../platform/db/unit-of-work';
import { openCsvFile } from './read-rows';
import type { AnalysedCsv } from './analyse-csv-file';
import { redactStoredValue } from './personal-columns.rule';

/** How many rows, and how many characters, one statement inserts at most. */
const atOnce = { rows: 1_000, characters: 2_000_000 };
interface Line {
  part_id: string;
  number: number;
  cells: (string | null)[];
}

/**
 * Reads the file a second time and inserts its rows.
 * @returns the ids of the participations that have rows in it
 */
export async function writeRows(
  tx: Transaction,
  fileId: string,
  path: string,
  surveyed: AnalysedCsv,
): Promise<string[]> {
  const parts = new Map<ExternalParticipant, { id: string; rows: number }>();
  let lines: Line[] = [];
  let fresh: { id: string; participation_id: string }[] = [];
  let characters = 0;
  const flush = async () => {
    await insert(tx, fileId, fresh, lines);
    [lines, fresh, characters] = [[], [], 0];
  };
  const { rows } = await openCsvFile(path);
  const survey = surveyed.again();
  for await (const piece of rows)
    for (const row of piece) {
      const owned = survey.see(row);
      if (!owned) continue;
      let part = parts.get(owned.taker);
      if (!part) {
        part = { id: randomUUID(), rows: 0 };
        parts.set(owned.taker, part);
        fresh.push({ id: part.id, participation_id: owned.taker.id });
      }
      part.rows += 1;
      const isAnonymous = owned.taker.privacy_level === 'anonymous';
      const cells = surveyed.columns.map(({ place, name }) => {
        const text = owned.cells[place] ?? '';
        characters += text.length;
        if (text === '') return null;
        return isAnonymous ? redactStoredValue(name, text, survey.daysOf(owned.taker)).value : text;
      });
      lines.push({ part_id: part.id, number: part.rows, cells });
      if (lines.length >= atOnce.rows || characters >= atOnce.characters) await flush();
    }
  await flush();
  return [...parts.keys()].map(({ id }) => id);
}

/**
 * Deletes the rows of participants who withdrew their data during the upload. This is the upload's
 * last statement. It locks the participations, so that no withdrawal can begin before the
 * transaction ends.
 */
export async function deleteWithdrawnRows(
  tx: Transaction,
  fileId: string,
  participations: readonly string[],
): Promise<void> {
  const gone = await lockAgainstDataWithdrawal(tx, participations);
  await tx.query(
    `DELETE FROM research.outside_part WHERE file_id = $1 AND participation_id = ANY($2::uuid[])`,
    [fileId, gone],
  );
}

/**
 * Inserts the rows in random order: the order of the file may be the order in which people took
 * part.
 */
async function insert(
  tx: Transaction,
  fileId: string,
  parts: { id: string; participation_id: string }[],
  lines: Line[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `INSERT INTO research.outside_part (id, file_id, participation_id)
     SELECT p.id, $1::uuid, p.participation_id
     FROM jsonb_to_recordset($2::jsonb) AS p (id uuid, participation_id uuid) ORDER BY p.id`,
    [fileId, JSON.stringify(parts)],
  );
  await tx.query(
    `INSERT INTO research.outside_row (part_id, number, cells)
     SELECT r.part_id, r.number, r.cells
     FROM jsonb_to_recordset($1::jsonb) AS r (part_id uuid, number integer, cells jsonb)
     ORDER BY r.part_id, r.number`,
    [JSON.stringify(lines)],
  );
}
