import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { withTimeout } from '../../platform/concurrency/with-timeout';
import type { Logger } from '../../platform/observability/log';
import { redactedErrorMessageOf } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Secrets } from '../../platform/security/secrets';
import { MissingFileNotifier } from '../../study-files/serving/missing-files';
import { MissingFileCounts, type MissingFileRequest } from './missing-file-counts.rule';
import { servingKeyHash } from '../run/started-run';
import { storeMissingFiles } from './missing-files.sql';

/**
 * Requests are collected for this long before they are written, so that a flood of requests causes
 * only one statement per second.
 */
const gatherMs = 1_000;

/**
 * Records the missing files that runs requested, after the responses were sent
 * (docs/decisions/run-monitoring-and-timing.md). If the process dies, the requests of its last
 * second are lost.
 */
@Injectable()
export class MissingFilesOfRuns implements OnModuleInit, BeforeApplicationShutdown {
  private readonly gathered = new MissingFileCounts();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly missing: MissingFileNotifier,
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.missing.listen((keyHash, path) => {
      const key_hash = servingKeyHash(this.secrets, keyHash).toString('hex');
      this.gathered.add({ key_hash, path, times: 1 });
      this.writeSoon();
    });
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  /** Writes the collected requests; one statement at a time. */
  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing = this.writing.then(() => this.writeAll()));
  }

  private async writeAll(): Promise<void> {
    const missed = this.gathered.take();
    if (missed.length === 0) return;
    try {
      const left = await storeMissingFiles(this.source, [
        missed.map(({ key_hash }) => key_hash),
        missed.map(({ path }) => this.hashOf(path)),
        missed.map(({ path }) => path),
        missed.map(({ times }) => times),
        utcDay(this.clock.now()),
      ]);
      const held = new Set(left.map(({ key_hash }) => key_hash));
      this.keep(missed.filter(({ key_hash }) => held.has(key_hash)));
    } catch (error) {
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'missing files of runs');
      this.keep(missed);
    }
  }

  /** Collects again the requests that could not be written, so that the next write tries again. */
  private keep(missed: readonly MissingFileRequest[]): void {
    for (const one of missed) this.gathered.add(one);
    if (missed.length > 0) this.writeSoon();
  }

  /**
   * Computes the hash that identifies a missing file. Like the hashes of run errors
   * (events.rule.ts), it depends on a key of the server. A path has the same hash in every run.
   */
  private hashOf(path: string): string {
    const said = JSON.stringify({ kind: 'missing_file', file: path });
    return this.secrets.mac('run-error', 'stored', said).toString('hex', 0, 16);
  }

  /**
   * Writes the collected requests before the process ends. It gives up after a second, since an
   * unreachable database must not delay the shutdown.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(1_000, 'writing down missing files', this.write()).catch(() => undefined);
    clearTimeout(this.timer);
  }
}
