import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import type { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { RateLimit } from '../../platform/security/rate-limit';
import { Storage, type TemporaryUpload } from '../../platform/storage/storage';
import { insertImportedDraft, setImportedRuntime } from '../../studies/bundles/import-draft';
import { StudyStorage } from '../../studies/study-storage';
import { writeVariables } from '../../studies/variables/write-variables';
import { insertDraft } from '../../study-files/builder/insert-draft';
import { unpackArchive } from '../../study-files/archive/unpack';
import { insertVersion } from '../../study-files/uploads/insert-version';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { bundleHash } from './bundle-files';
import { recordingsFolder } from './received-bundle-recordings';
import { insertRecordings } from './insert-recordings';
import { ImportLimiter } from './import-limiter';
import { ImportedDataRead, type EarlierImport } from '../imported-data/imported-data.read';
import { ImportedFile, ImportedStudy } from '../imported-data/imported.entity';
import { readBundle, type BundleContent } from './read-bundle';

export interface ImportedBundle {
  readonly studyId: string;
  /** How many eligibility rules could not be imported with the bundle. */
  readonly leftOutRules: number;
  /** A study into which the same bundle was imported earlier; null if there is none. */
  readonly earlier: EarlierImport | null;
}

export class ImportBundle extends Command<ImportedBundle> {
  constructor(
    readonly archive: UploadedFile,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** How many rows of runs one statement inserts. */
const atOnce = 500;

@CommandHandler(ImportBundle)
export class ImportBundleHandler implements ICommandHandler<ImportBundle> {
  private readonly turns = new ImportLimiter();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly limit: RateLimit,
    private readonly room: StudyStorage,
    private readonly imported: ImportedDataRead,
  ) {}

  /**
   * Uploads the archive, unpacks it, and compares its files with their hashes. Then one transaction
   * creates the draft, its versions and the data. If the import fails before this transaction, only
   * files remain to which no row refers.
   * @throws DomainError archive_refused, bundle_invalid, storage_full, too_large,
   * too_many_requests, unavailable
   */
  async execute({ archive, caller }: ImportBundle): Promise<ImportedBundle> {
    return this.turns.take(caller.person.account_id, (turns) =>
      this.import(archive, caller, turns),
    );
  }

  private async import(
    archive: UploadedFile,
    caller: Caller,
    turns: Pick<ConcurrencyLimit, 'run'>,
  ): Promise<ImportedBundle> {
    const account = caller.person.account_id;
    await this.limit.consume(researchDataRateLimits.import, account);
    const arrived: TemporaryUpload[] = [];
    const arrive = async (content: AsyncIterable<Uint8Array>, maxBytes: number) => {
      const file = await this.storage.arrive(content, {
        type: 'application/octet-stream',
        maxBytes,
      });
      arrived.push(file);
      return file;
    };
    try {
      const zip = await arrive(archive.stream, bundleLimits.archiveBytes);
      return await turns.run(async () => {
        const { files } = await unpackArchive(
          zip.path,
          zip.size,
          (content) => arrive(content, bundleLimits.fileBytes),
          bundleLimits,
        );
        const byPath = new Map(files.map(({ path, value }) => [path, value]));
        const bundle = await readBundle(byPath, this.storage);
        const kept = keptFiles(byPath, bundle.consent);
        await this.room.mustHaveRoom(
          account,
          kept.map(({ sha256, size: bytes }) => ({ sha256, bytes })),
        );
        await this.storage.keep(kept);
        const earlier = await this.imported.earlier(account, bundleHash(bundle.index));
        const studyId = await this.unitOfWork.run(
          (tx) => this.room.within(tx, account, () => this.write(tx, bundle, byPath, account)),
          { requestId: caller.request_id },
        );
        return { studyId, leftOutRules: bundle.study.leftOutRules, earlier };
      });
    } finally {
      await this.storage.discard(arrived);
    }
  }

  private async write(
    tx: Transaction,
    {
      index,
      study,
      consent,
      variables,
      versions,
      timeline,
      sessions,
      consents,
      runs,
    }: BundleContent,
    files: ReadonlyMap<string, TemporaryUpload>,
    account: string,
  ): Promise<string> {
    const now = this.clock.now();
    const { details, hosted } = study;
    const studyId = await insertImportedDraft(tx, account, { details, consent }, now);
    await writeVariables(tx, studyId, variables);
    for (const { name, files: own, left_out: leftOut, sha256 } of versions) {
      const version = { name, files: own, archiveNotes: { leftOut, notes: [] }, report: null };
      const { id } = await insertVersion(tx, { studyId, account, now, ...version });
      if (hosted?.sha256 !== sha256) continue;
      await setImportedRuntime(tx, studyId, { ...hosted, version_id: id });
      if (timeline) await insertDraft(tx, studyId, { timeline, files: own, now });
    }
    const all = runs.flatMap((file) => file.runs.map((run) => ({ ...run, path: file.path })));
    const recordings = all.flatMap((run) =>
      run.recordings.map((one) => ({ ...one, run_id: run.id })),
    );
    await tx.manager.insert(ImportedStudy, {
      study_id: studyId,
      sources: index.sources,
      sessions,
      consents,
      runs: all.length,
      records: all.reduce((sum, { run }) => sum + run.records, 0),
      recordings: recordings.length,
      withheld_values: held(index.withheld_values),
      withheld_recordings: held(index.recordings?.withheld ?? 0),
      data_sha256: all.length > 0 ? index.data_sha256 : null,
      bundle_sha256: bundleHash(index),
      imported_by: account,
      imported_at: now,
    });
    for (const { path } of runs) {
      const { sha256, size = 0 } = files.get(path) ?? {};
      if (sha256)
        await tx.manager.insert(ImportedFile, {
          ...{ study_id: studyId, path, sha256, bytes: `${size}` },
        });
    }
    for (let at = 0; at < all.length; at += atOnce) {
      const some = all.slice(at, at + atOnce).map(({ recordings: _, ...run }) => run);
      await tx.query(
        `INSERT INTO research.imported_run (id, study_id, path, run, first_byte, bytes)
         SELECT r.id, $1, r.path, r.run, r.first_byte, r.bytes
         FROM jsonb_to_recordset($2::jsonb) AS r
           (id uuid, path text, run jsonb, first_byte int, bytes int)`,
        [studyId, JSON.stringify(some)],
      );
    }
    await insertRecordings(tx, studyId, recordings);
    await tx.audit('study-imported', { actor: account, details: { study_id: studyId } }, now);
    return studyId;
  }
}

/** Limits a count to what its column can hold, since a bundle may contain any number. */
const held = (count: number): number => Math.min(count, 2_000_000_000);

const keptFolders = ['files/', 'data/runs/'];

/**
 * Returns the files of the bundle that the import keeps on disk: the study's own files, files with
 * records, files that runs created, and a consent form that is a PDF. The form is stored with the
 * type of a PDF; read-bundle.ts has checked that its bytes are a PDF.
 */
const keptFiles = (
  files: ReadonlyMap<string, TemporaryUpload>,
  consent: BundleContent['consent'],
): TemporaryUpload[] =>
  [...files].flatMap(([path, file]) => {
    if (![...keptFolders, recordingsFolder].some((one) => path.startsWith(one))) return [];
    const isForm = consent?.kind === 'pdf' && consent.sha256 === file.sha256;
    return [isForm ? { ...file, type: 'application/pdf' as const } : file];
  });
