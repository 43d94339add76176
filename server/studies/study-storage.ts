import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { CAPABILITIES, type Capabilities } from '../platform/capabilities';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/http/errors';
import type { Sentence } from '../platform/i18n/texts';
import { ownedBySql } from './study.policy';

declare module '../platform/context' {
  interface Context {
    /** SELECTs of `sha256, bytes`: the files that the studies `own (id)` have in this context. */
    readonly studyContents?: readonly string[];
  }
}

export interface Content {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * How many bytes of files the studies of an account have, and how many they may have
 * (docs/decisions/0082-storage-of-studies.md). Equal contents count once for each account.
 */
@Injectable()
export class StudyStorage {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CAPABILITIES) private readonly capabilities: Pick<Capabilities, 'contexts'>,
    private readonly source: DataSource,
  ) {}

  async of(account: string): Promise<{ used_bytes: number; most_bytes: number }> {
    const used = await this.bytesOf(account);
    return { used_bytes: used, most_bytes: this.config.studyStorageBytes };
  }

  /**
   * Before files are kept, so that those for which there is no room leave nothing on disk.
   * @throws DomainError storage_full
   */
  async mustHaveRoom(account: string, files: readonly Content[]): Promise<void> {
    this.mustFit(await this.bytesOf(account), await this.bytesOf(account, { files }));
  }

  /**
   * Runs what writes files of the account's studies. Two at once run one after the other from here to
   * the ends of their transactions, so that together they find no more room than there is.
   * @throws DomainError storage_full
   */
  async within<T>(tx: Transaction, account: string, write: () => Promise<T>): Promise<T> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('study-storage:' || $1, 5))`, [
      account,
    ]);
    const used = await this.bytesOf(account, { tx });
    const written = await write();
    this.mustFit(used, await this.bytesOf(account, { tx }));
    return written;
  }

  /** What adds nothing fits where more is used than may be, such as after a study changed its owner. */
  private mustFit(used: number, then: number): void {
    const most = this.config.studyStorageBytes;
    if (then > most && then > used)
      throw new DomainError('storage_full', { used: inWords(used), most: inWords(most) });
  }

  /** @param files that are counted beside those that are there */
  private async bytesOf(
    account: string,
    { tx, files = [] }: { tx?: Transaction; files?: readonly Content[] } = {},
  ): Promise<number> {
    const contents = this.capabilities.contexts.flatMap((one) => one.studyContents ?? []);
    const text = `WITH own AS (SELECT st.id FROM research.study st WHERE ${ownedBySql('st', '$1::uuid')})
       SELECT coalesce(sum(once.bytes), 0)::text AS bytes FROM (
         SELECT DISTINCT ON (each.sha256) each.bytes FROM (
           ${contents.join('\nUNION ALL ')}
           UNION ALL SELECT * FROM unnest($2::text[], $3::bigint[])
         ) AS each (sha256, bytes) ORDER BY each.sha256
       ) AS once`;
    const given = [account, files.map(({ sha256 }) => sha256), files.map(({ bytes }) => bytes)];
    const [found]: { bytes: string }[] = tx
      ? await tx.query(text, given)
      : await this.source.query(text, given);
    return Number(found?.bytes ?? 0);
  }
}

const inWords =
  (bytes: number): Sentence =>
  (language) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: bytes >= 1e9 ? 'gigabyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes >= 1e9 ? 1e9 : 1e6));
