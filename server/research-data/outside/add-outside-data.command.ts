import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Input, Upload } from '../../../contracts/base/endpoint';
import { outsideLimits, type addOutsideData } from '../../../contracts/outside-data';
import type { Caller } from '../../access/caller';
import {
  holdTakers,
  OutsideTakersRead,
  type OutsideTaker,
} from '../../enrolment/participations/outside-takers.read';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Storage, type ArrivedFile } from '../../platform/storage/storage';
import { researchDataLimits } from '../research-data.limits';
import { deleteFile } from './delete-outside-data.command';
import { shortName } from './header.rule';
import { OutsideTurns } from './outside-turns';
import { openTable } from './read-rows';
import { surveyFile, type Surveyed } from './survey-file';
import { keptValue } from './telling.rule';

type Options = Input<typeof addOutsideData>['query'];

/** Answers with the id of the new file, or, of a dry run, with what would be stored. */
export class AddOutsideData extends Command<{ id: string } | { check: Surveyed['check'] }> {
  constructor(
    readonly studyId: string,
    readonly file: Upload,
    readonly options: Options,
    readonly seesNames: boolean,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Rows in one statement, and characters. */
const atOnce = { rows: 1_000, characters: 2_000_000 };
interface Line {
  part_id: string;
  number: number;
  cells: (string | null)[];
}

@CommandHandler(AddOutsideData)
export class AddOutsideDataHandler implements ICommandHandler<AddOutsideData> {
  private readonly turns = new OutsideTurns();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly limit: RateLimit,
    private readonly takers: OutsideTakersRead,
  ) {}

  /**
   * The file arrives on disk and is read twice: first for faults, then, where there are none, into one
   * transaction. The file itself is deleted.
   * @throws DomainError outside_data_refused with the faults by line, outside_data_twice,
   * too_many_outside_files, not_external, not_found, too_large, too_many_requests, unavailable
   */
  async execute(asked: AddOutsideData) {
    const account = asked.caller.person.account_id;
    await this.limit.consume(researchDataLimits.outside, account);
    return this.turns.take(account, async (turns) => {
      const arrived = await this.storage.arrive(asked.file.stream, {
        type: 'application/octet-stream',
        maxBytes: outsideLimits.bytes,
      });
      try {
        return await turns.run(() => this.add(arrived, asked));
      } finally {
        await this.storage.discard([arrived]);
      }
    });
  }

  private async add(
    arrived: ArrivedFile,
    { studyId, file, options, seesNames, caller }: AddOutsideData,
  ) {
    const today = this.clock.now().toISOString().slice(0, 10);
    const surveyed = await surveyFile(arrived.path, studyId, options, this.takers, {
      seesNames,
      today,
    });
    if (options.dry_run) return { check: surveyed.check };
    const { faults } = surveyed.check;
    if (faults.length > 0)
      throw new DomainError(
        'outside_data_refused',
        {},
        { fields: faults.map(({ line, code }) => ({ path: line ? `line.${line}` : '', code })) },
      );
    const id = timeOrderedId();
    const name = shortName(options.name ?? file.name);
    const account = caller.person.account_id;
    const wanted = { id, studyId, name, replaces: options.replaces, account };
    await this.unitOfWork.run((tx) => this.write(tx, wanted, arrived, surveyed), {
      requestId: caller.request_id,
    });
    return { id };
  }

  private async write(
    tx: Transaction,
    wanted: { id: string; studyId: string; name: string; replaces?: string; account: string },
    { path, sha256 }: ArrivedFile,
    surveyed: Surveyed,
  ): Promise<void> {
    const { id, studyId, name, replaces, account } = wanted;
    const now = this.clock.now();
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('outside-data:' || $1, 5))`, [
      studyId,
    ]);
    if (replaces) {
      if (!(await deleteFile(tx, studyId, replaces))) throw new DomainError('not_found');
      const details = { study_id: studyId, file_id: replaces };
      await tx.audit('outside-data-deleted', { actor: account, details }, now);
    }
    const [there] = await tx.query<{ files: number; twice: boolean }>(
      `SELECT count(*)::int AS files, coalesce(bool_or(sha256 = $2), false) AS twice
       FROM research.outside_file WHERE study_id = $1`,
      [studyId, sha256],
    );
    if (there?.twice) throw new DomainError('outside_data_twice');
    if ((there?.files ?? 0) >= outsideLimits.files) throw new DomainError('too_many_outside_files');
    const { check, columns } = surveyed;
    await tx.query(
      `INSERT INTO research.outside_file (id, study_id, name, sha256, columns, rows, participants,
         left_out, withheld, added_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        studyId,
        name,
        sha256,
        JSON.stringify(columns.map(({ name: heading, label }) => ({ name: heading, label }))),
        check.matched,
        check.participants,
        JSON.stringify({ withdrawn: check.withdrawn, unknown: check.unknown }),
        check.withheld,
        now,
      ],
    );
    await this.writeRows(tx, id, path, surveyed);
    const details = { study_id: studyId, file_id: id };
    await tx.audit('outside-data-added', { actor: account, details }, now);
  }

  /** Last, whoever has withdrawn their data meanwhile loses their rows again; nobody does until the end. */
  private async writeRows(
    tx: Transaction,
    fileId: string,
    path: string,
    surveyed: Surveyed,
  ): Promise<void> {
    const parts = new Map<OutsideTaker, { id: string; rows: number }>();
    let lines: Line[] = [];
    let fresh: { id: string; participation_id: string }[] = [];
    let characters = 0;
    const flush = async () => {
      await insert(tx, fileId, fresh, lines);
      [lines, fresh, characters] = [[], [], 0];
    };
    const { rows } = await openTable(path);
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
        const cells = surveyed.columns.map(({ place }) => {
          const text = owned.cells[place] ?? '';
          characters += text.length;
          if (text === '') return null;
          return isAnonymous ? keptValue(text, survey.daysOf(owned.taker)).value : text;
        });
        lines.push({ part_id: part.id, number: part.rows, cells });
        if (lines.length >= atOnce.rows || characters >= atOnce.characters) await flush();
      }
    await flush();
    const gone = await holdTakers(
      tx,
      [...parts.keys()].map(({ id }) => id),
    );
    await tx.query(
      `DELETE FROM research.outside_part WHERE file_id = $1 AND participation_id = ANY($2::uuid[])`,
      [fileId, gone],
    );
  }
}

/** In an order of chance, as their ids are: the order of the file may be that of the people. */
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
