import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  noticeKinds,
  type NoticeKind,
  type NoticePreferences,
} from '../../contracts/notices/notices';
import type { Transaction } from '../platform/db/unit-of-work';
import type { NoticePreferenceRow } from './notice-preference.entity';

export type StoredPreferences = Pick<
  NoticePreferenceRow,
  'off' | 'zone' | 'quiet_from' | 'quiet_until' | 'new_studies' | 'digest_at' | 'seen_until'
>;

const columns = 'off, zone, quiet_from, quiet_until, new_studies, digest_at, seen_until';
const nothing: StoredPreferences = {
  off: [],
  zone: null,
  quiet_from: null,
  quiet_until: null,
  new_studies: false,
  digest_at: null,
  seen_until: null,
};

export const isNoticeSwitchedOn = (
  kind: NoticeKind,
  { off, new_studies }: Pick<StoredPreferences, 'off' | 'new_studies'>,
) => (kind === 'new_studies' ? new_studies : !off.includes(kind));

/** Converts stored settings to the contract's format. */
const preferencesOf = (chosen: StoredPreferences): NoticePreferences => ({
  wanted: Object.fromEntries(
    noticeKinds.map((kind) => [kind, isNoticeSwitchedOn(kind, chosen)]),
  ) as NoticePreferences['wanted'],
  zone: chosen.zone,
  quiet:
    chosen.quiet_from === null || chosen.quiet_until === null
      ? null
      : { from: chosen.quiet_from, until: chosen.quiet_until },
});

/**
 * Reads the settings and locks them until the transaction ends, so that concurrent changes run one
 * after the other, even if no settings are stored yet. The caller must have locked the account's
 * row.
 */
export async function lockPreferences(
  tx: Transaction,
  accountId: string,
): Promise<StoredPreferences> {
  await tx.query(
    `INSERT INTO identity.notice_preference (account_id) VALUES ($1)
     ON CONFLICT (account_id) DO NOTHING`,
    [accountId],
  );
  const [row] = await tx.query<StoredPreferences>(
    `SELECT ${columns} FROM identity.notice_preference WHERE account_id = $1 FOR NO KEY UPDATE`,
    [accountId],
  );
  return row ?? nothing;
}

export async function storePreferences(
  tx: Transaction,
  accountId: string,
  chosen: StoredPreferences,
): Promise<void> {
  await tx.query(
    `UPDATE identity.notice_preference SET off = $2, zone = $3, quiet_from = $4, quiet_until = $5,
       new_studies = $6, digest_at = $7, seen_until = $8
     WHERE account_id = $1`,
    [
      accountId,
      chosen.off,
      chosen.zone,
      chosen.quiet_from,
      chosen.quiet_until,
      chosen.new_studies,
      chosen.digest_at,
      chosen.seen_until,
    ],
  );
}

@Injectable()
export class NoticePreferencesRead {
  constructor(private readonly source: DataSource) {}

  async of(accountId: string): Promise<NoticePreferences> {
    const [row]: StoredPreferences[] = await this.source.query(
      `SELECT ${columns} FROM identity.notice_preference WHERE account_id = $1`,
      [accountId],
    );
    return preferencesOf(row ?? nothing);
  }
}
