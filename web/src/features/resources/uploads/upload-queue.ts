import { resourcesLimits } from '../../../../../contracts/resources/limits';
import { pathSegments } from '../../../../../contracts/resources/resource-name.rule';
import type { Upload } from '../../../../../contracts/resources/uploads';
import type { FolderFile } from '../../../lib/folder-archive';
import { limitConcurrency } from './limit-concurrency';
import { isUploadActive } from './upload-order.rule';
import type { NameTakenChoice, UploadFault, UploadItem } from './upload-item';
import { type UnfinishedUpload, type UploadJobOptions, UploadJob } from './resumable-upload';

const atOnce = 3;
/**
 * The number of pieces of one person that the server stores at a time
 * (server/resources/uploads/piece-concurrency.ts).
 */
const piecesAtOnce = 2;

/**
 * Checks a file before it is sent.
 * @returns why it cannot be sent at all
 */
function faultBefore(path: string, { size }: Blob): UploadFault | undefined {
  if (size === 0) return { code: 'empty' };
  if (size > resourcesLimits.fileBytes) return { code: 'file_too_large' };
  if (path.length > resourcesLimits.path || !pathSegments(path))
    return { code: 'invalid_file_name' };
  return undefined;
}

/** The uploads of this tab: three run at a time, in the order in which they were added. */
export class UploadQueue {
  private readonly wiring: UploadJobOptions;
  private readonly jobs = new Map<string, UploadJob>();
  private readonly running = new Set<UploadJob>();
  private last = 0;
  /**
   * The person's choice for all files whose names are taken; forgotten when no upload is under way
   * any more.
   */
  private forAll: NameTakenChoice | undefined;

  /** @param onStored called after each file that the server has stored */
  constructor(
    wiring: UploadJobOptions,
    private readonly onStored: (item: UploadItem) => void = () => undefined,
  ) {
    const turn = limitConcurrency(piecesAtOnce);
    const { calls } = wiring;
    this.wiring = {
      ...wiring,
      calls: {
        create: (body) => calls.create(body),
        read: (id) => calls.read(id),
        remove: (id) => calls.remove(id),
        send: (...given) => turn(() => calls.send(...given)),
      },
    };
  }

  get items(): UploadItem[] {
    return [...this.jobs.values()].map(({ item }) => item);
  }
  get isBusy(): boolean {
    return this.items.some(isUploadActive);
  }

  add(folderId: string, files: readonly FolderFile[]): void {
    // Identifies a file by its folder, path and size. A file that is already being uploaded is not
    // added again: two jobs would send pieces of one upload.
    const idOf = (folder: string, path: string, bytes: number) => `${folder} ${bytes} ${path}`;
    const under = new Set(
      this.items
        .filter(({ state }) => state !== 'done' && state !== 'failed')
        .map((item) => idOf(item.folderId, item.path, item.bytes)),
    );
    for (const { path, file } of files)
      if (!under.has(idOf(folderId, path.normalize('NFC'), file.size)))
        this.put(folderId, path, file);
    this.pump();
  }
  /** Continues an upload that began before the page was loaded again. */
  goOnWith(upload: Upload, file: File): void {
    this.put(upload.folder_id, upload.name, file, upload);
    this.pump();
  }
  private put(folderId: string, path: string, file: Blob, upload?: Upload): void {
    this.last += 1;
    const key = String(this.last);
    const begun: UnfinishedUpload | undefined = upload && { id: upload._id, sha256: upload.sha256 };
    const job = new UploadJob(
      { key, folderId, path: path.normalize('NFC') },
      file,
      this.wiring,
      begun,
    );
    this.jobs.set(key, job);
    const isOther = upload && upload.bytes !== file.size;
    const fault: UploadFault | undefined = isOther
      ? { code: 'other_file' }
      : faultBefore(job.item.path, file);
    if (fault) job.set({ state: 'failed', fault, uploadId: undefined });
  }

  pause(key: string): void {
    const job = this.jobs.get(key);
    if (job && isUploadActive(job.item)) job.halt();
  }
  pauseAll(): void {
    for (const key of this.jobs.keys()) this.pause(key);
  }
  /** Continues a paused upload, or tries a refused one again. */
  goOn(key: string): void {
    const job = this.jobs.get(key);
    if (job?.item.state === 'paused' || job?.item.state === 'failed') job.wait();
    this.pump();
  }
  goOnAll(): void {
    for (const job of this.jobs.values()) if (job.item.state === 'paused') job.wait();
    this.pump();
  }
  /** Stops the upload of a file, or removes a stored file from the list. */
  giveUp(key: string): void {
    this.jobs.get(key)?.giveUp();
    this.jobs.delete(key);
    this.wiring.changed();
    this.pump();
  }
  giveUpAll(): void {
    for (const job of this.jobs.values()) job.giveUp();
    this.jobs.clear();
    this.wiring.changed();
  }
  /** Forgets all uploads without telling the server, since another person signed in. */
  forget(): void {
    for (const job of this.jobs.values()) job.halt();
    this.jobs.clear();
    this.forAll = undefined;
    this.wiring.changed();
  }
  /** Tries again immediately, since the connection may be back. */
  hurry(): void {
    for (const job of this.running) job.hurry();
  }

  /**
   * @param all whether the choice also holds for all other files whose names are taken, now and
   * later
   */
  decide(key: string, choice: NameTakenChoice, all: boolean): void {
    if (all) this.forAll = choice;
    for (const [one, job] of [...this.jobs])
      if (job.item.state === 'taken' && (all || one === key)) this.apply(one, job, choice);
    this.pump();
  }
  private apply(key: string, job: UploadJob, choice: NameTakenChoice): void {
    if (choice === 'leave') {
      job.giveUp();
      this.jobs.delete(key);
      return this.wiring.changed();
    }
    if (choice === 'both') job.takeNextName();
    else job.replace = true;
    job.wait();
  }

  private pump(): void {
    for (const [key, job] of this.jobs) {
      if (this.running.size >= atOnce) return;
      if (job.item.state === 'waiting' && !this.running.has(job)) void this.run(key, job);
    }
    if (!this.isBusy) this.forAll = undefined;
  }
  private async run(key: string, job: UploadJob): Promise<void> {
    this.running.add(job);
    await job.run();
    this.running.delete(job);
    if (job.item.state === 'done') this.onStored(job.item);
    if (job.item.state === 'taken' && this.jobs.has(key)) this.takeUp(key, job);
    this.pump();
  }
  /**
   * Called when the name of a file is taken. If the file already has a number, because the person
   * keeps both files, it gets the next number. Otherwise the choice that the person made for all
   * files applies. Without that choice, the file waits for a decision of the person.
   */
  private takeUp(key: string, job: UploadJob): void {
    if (job.triesNames && !job.replace) return this.apply(key, job, 'both');
    if (this.forAll && !job.replace) this.apply(key, job, this.forAll);
  }
}
