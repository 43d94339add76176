import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { teachingLimits } from '../../contracts/teaching/limits';
import { CONFIG, type Config } from '../config';
import { CAPABILITIES } from '../platform/capabilities-token';
import type { Capabilities } from '../platform/context/capabilities';
import { prepared } from '../platform/db/prepared';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import type { Sentence } from '../platform/i18n/texts';
import { lockStorageQuota } from './contents/storage-turn';
import { isOwnedBySql } from './study.policy';

declare module '../platform/context/context' {
  interface Context {
    /**
     * SELECT statements that list what a context stores for the studies of one account. The table
     * `own (id)`, which the statements can use, contains the ids of these studies. The columns are
     * `key, bytes, stays`. `stays` is true for contents that cannot be deleted. Equal contents have
     * the same `key`; for a file it is the SHA-256.
     */
    readonly studyContents?: readonly string[];
    /**
     * SELECT statements like `studyContents`, for contents that the account $1 stores outside of
     * its studies.
     */
    readonly ownContents?: readonly string[];
  }
}

export interface StoredContent {
  readonly sha256: string;
  readonly bytes: number;
}
/**
 * The error code if a change exceeds the quota: `storage_full` for a study's files,
 * `quota_exceeded` for the account's own files.
 */
type FullCode = 'storage_full' | 'quota_exceeded';
interface Used {
  readonly bytes: number;
  /**
   * How many of these bytes belong to versions of files that cannot be deleted, because sessions
   * were launched with them.
   */
  readonly launched: number;
  /** The quota of the account in bytes. */
  readonly most: number;
}

/**
 * Counts the bytes that an account and its studies store, in files and in database rows, and checks
 * the account's quota (docs/decisions/study-files.md). Students who build studies without being
 * researchers have a smaller quota. Equal contents count once for each account.
 */
@Injectable()
export class StudyStorage {
  private readonly used: ReturnType<
    typeof prepared<{ bytes: string; launched: string; is_researcher: boolean }>
  >;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CAPABILITIES) capabilities: Pick<Capabilities, 'contexts'>,
    private readonly source: DataSource,
  ) {
    this.used = prepared('study-storage-used', usedSql(capabilities));
  }

  async of(account: string) {
    const { bytes, launched, most } = await this.usedBy(account);
    return { used_bytes: bytes, launched_bytes: launched, most_bytes: most };
  }

  /**
   * Checks the quota before files are stored, so that refused files leave nothing on disk.
   * @param freed how many bytes the same change deletes
   * @throws DomainError storage_full
   */
  async mustHaveRoom(account: string, files: readonly StoredContent[], freed = 0): Promise<void> {
    const then = await this.usedBy(account, { files });
    this.mustFit(await this.usedBy(account), { ...then, bytes: then.bytes - freed });
  }

  /**
   * Checks that the account has not exceeded its quota already. Used before a change whose size is
   * not known until the change is complete.
   * @throws DomainError storage_full
   */
  async mustNotBeFull(account: string): Promise<void> {
    const used = await this.usedBy(account);
    if (used.bytes > used.most) throw this.full(used);
  }

  /**
   * Runs a function that writes files of the account's studies, then checks the quota. Simultaneous
   * calls for one account run one after the other until their transactions end, so that together
   * they do not exceed the quota.
   * @param write the function that writes the files
   * @throws DomainError storage_full, or the given code
   */
  async within<T>(
    tx: Transaction,
    account: string,
    write: () => Promise<T>,
    { freed = 0, code = 'storage_full' }: { freed?: number; code?: FullCode } = {},
  ): Promise<T> {
    await lockStorageQuota(tx, account);
    const used = await this.usedBy(account, { tx });
    const written = await write();
    this.mustFit({ ...used, bytes: used.bytes + freed }, await this.usedBy(account, { tx }), code);
    return written;
  }

  /**
   * Checks a change against the quota. An account may be above its quota already, for example after
   * it received a study; then it may still make changes that add no bytes.
   */
  private mustFit(used: Used, then: Used, code: FullCode = 'storage_full'): void {
    if (then.bytes > then.most && then.bytes > used.bytes) throw this.full(used, code);
  }

  private full({ bytes, launched, most }: Used, code: FullCode = 'storage_full'): DomainError {
    return new DomainError(code, {
      used: inWords(bytes),
      most: inWords(most),
      launched: inWords(launched),
    });
  }

  /**
   * Reads how many bytes an account stores, and its quota.
   * @param files contents to count in addition to the stored ones
   */
  private async usedBy(
    account: string,
    { tx, files = [] }: { tx?: Transaction; files?: readonly StoredContent[] } = {},
  ): Promise<Used> {
    const given = [account, files.map(({ sha256 }) => sha256), files.map(({ bytes }) => bytes)];
    const [found] = await this.used(tx?.manager ?? this.source, given);
    const { studyStorageBytes } = this.config;
    return {
      bytes: Number(found?.bytes ?? 0),
      launched: Number(found?.launched ?? 0),
      most: found?.is_researcher
        ? studyStorageBytes
        : Math.min(studyStorageBytes, teachingLimits.builderBytes),
    };
  }
}

/**
 * SQL for the bytes that an account stores. $1: the account; $2 and $3: hashes and sizes of
 * contents to count in addition.
 */
function usedSql({ contexts }: Pick<Capabilities, 'contexts'>): string {
  const contents = contexts.flatMap((one) => [
    ...(one.studyContents ?? []),
    ...(one.ownContents ?? []),
  ]);
  return `WITH own AS (SELECT st.id FROM research.study st WHERE ${isOwnedBySql('st', '$1::uuid')})
    SELECT coalesce(sum(once.bytes), 0)::text AS bytes,
      coalesce(sum(once.bytes) FILTER (WHERE once.stays), 0)::text AS launched,
      (SELECT p.is_researcher FROM identity.person p WHERE p.id = $1::uuid) AS is_researcher
    FROM (
      SELECT DISTINCT ON (each.key) each.bytes, each.stays FROM (
        ${contents.join('\nUNION ALL ')}
        UNION ALL SELECT *, false FROM unnest($2::text[], $3::bigint[])
      ) AS each (key, bytes, stays) ORDER BY each.key, each.stays DESC
    ) AS once`;
}

const inWords =
  (bytes: number): Sentence =>
  (language) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: bytes >= 1e9 ? 'gigabyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes >= 1e9 ? 1e9 : 1e6));
