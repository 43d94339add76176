import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TokenScope } from '../../../contracts/base/access';
import { Clock } from '../../platform/concurrency/clock';
import { sha256 } from '../../platform/security/secrets';
import type { Person } from '../person';
import { hasRightChecksum } from './api-token-text';

/** A valid API token and the account that it belongs to. */
export interface ApiTokenWithAccount {
  id: string;
  scopes: TokenScope[];
  /** The studies that the token gives access to; null means all studies of the researcher. */
  study_ids: string[] | null;
  person: Person;
}

interface Row extends Pick<
  Person,
  'account_id' | 'status' | 'is_researcher' | 'researcher_privilege' | 'language'
> {
  id: string;
  scopes: TokenScope[];
  study_ids: string[] | null;
  last_used_on: string | null;
}

/**
 * Resolves an API token to its account. Nothing is cached, so a token that has ended, or whose
 * account was disabled, is refused at the next request.
 */
@Injectable()
export class ApiTokenRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds a token by its SHA-256. A caller cannot choose a token whose hash resembles a stored
   * hash, so the duration of the lookup reveals nothing.
   * @returns undefined if the token is unknown, mistyped, expired or ended, or if its account is
   *   disabled or about to be erased
   */
  async byText(token: string): Promise<ApiTokenWithAccount | undefined> {
    if (!hasRightChecksum(token)) return undefined;
    const now = this.clock.now();
    const [row]: Row[] = await this.source.query(
      `SELECT t.id, t.scopes, t.study_ids, t.last_used_on::text AS last_used_on,
         a.id AS account_id, a.status, a.is_researcher, a.researcher_privilege, a.language
       FROM identity.api_token t JOIN identity.account a ON a.id = t.account_id
       WHERE t.hash = $1 AND t.expires_at > $2 AND a.disabled_at IS NULL AND a.deletion_at IS NULL`,
      [sha256(token), now],
    );
    if (!row) return undefined;
    await this.noteUse(row, now.toISOString().slice(0, 10));
    const { id, scopes, study_ids, last_used_on: _, ...account } = row;
    return { id, scopes, study_ids, person: personOf(id, account) };
  }

  /** Stores the day of a token's last use, at most once a day for each token. */
  private async noteUse({ id, last_used_on }: Row, today: string): Promise<void> {
    if (last_used_on === today) return;
    await this.source.query(
      `UPDATE identity.api_token SET last_used_on = $2
       WHERE id = $1 AND (last_used_on IS NULL OR last_used_on < $2)`,
      [id, today],
    );
  }
}

/**
 * Makes the caller for an API token. Such a caller never counts as an administrator, as recently
 * signed in, or as having a second factor, even if the account is an administrator's.
 */
const personOf = (
  tokenId: string,
  account: Omit<Row, 'id' | 'scopes' | 'study_ids' | 'last_used_on'>,
) => ({
  ...account,
  token_id: tokenId,
  api_token_id: tokenId,
  role: null,
  signed_in_at: new Date(0),
  second_factor: false,
  second_factor_missing: false,
});
