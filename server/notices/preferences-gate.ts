import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { NoticeKind } from '../../contracts/notices/notices';
import { Batcher } from '../platform/concurrency/batcher';
import { prepared } from '../platform/db/prepared';
import type { NoticePreferenceLookup } from '../platform/messaging/notice-gate';
import { isNoticeSwitchedOn, type StoredPreferences } from './preferences.store';
import { UnsubscribeTokens } from './unsubscribe-tokens';

const read = prepared<Pick<StoredPreferences, 'off' | 'new_studies'> & { account_id: string }>(
  'notice-preferences',
  `SELECT account_id, off, new_studies FROM identity.notice_preference
   WHERE account_id = ANY($1::uuid[])`,
);

const readZones = prepared<{ account_id: string; zone: string | null }>(
  'notice-zones',
  `SELECT a.id AS account_id, coalesce(p.zone, a.zone) AS zone FROM identity.person a
   LEFT JOIN identity.notice_preference p ON p.account_id = a.id WHERE a.id = ANY($1::uuid[])`,
);

/**
 * Finds out for the mail sender whether a recipient wants notifications of a kind. Calls at the
 * same time share one statement.
 */
@Injectable()
export class StoredPreferenceLookup implements NoticePreferenceLookup {
  private readonly asked: Batcher<{ accountId: string; kind: NoticeKind }, boolean>;
  private readonly zones: Batcher<string, string | null>;

  constructor(
    source: DataSource,
    private readonly tokens: UnsubscribeTokens,
  ) {
    this.asked = new Batcher(async (all) => {
      const rows = await read(source, [all.map(({ accountId }) => accountId)]);
      const chosen = new Map(rows.map((row) => [row.account_id, row]));
      return all.map(({ accountId, kind }) =>
        isNoticeSwitchedOn(kind, chosen.get(accountId) ?? { off: [], new_studies: false }),
      );
    });
    this.zones = new Batcher(async (accounts) => {
      const zones = new Map(
        (await readZones(source, [accounts])).map((row) => [row.account_id, row.zone]),
      );
      return accounts.map((account) => zones.get(account) ?? null);
    });
  }

  wants(accountId: string, kind: NoticeKind): Promise<boolean> {
    return this.asked.load({ accountId, kind });
  }

  unsubscribeUrl(accountId: string, kind: NoticeKind): string {
    return this.tokens.urlOf(accountId, kind);
  }

  zoneOf(accountId: string): Promise<string | null> {
    return this.zones.load(accountId);
  }
}
