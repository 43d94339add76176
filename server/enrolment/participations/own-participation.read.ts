import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { Batcher } from '../../platform/concurrency/batcher';
import { prepared } from '../../platform/db/prepared';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { pseudonymsInStudy } from '../links/pseudonyms';

interface Found {
  id: string;
  study_id: string;
  pseudonym: Buffer;
}

const find = prepared<Found>(
  'own-participations',
  `SELECT id, study_id, pseudonym FROM research.participation WHERE id = ANY($1::uuid[])`,
);

/** The cache size: about one entry for each person who takes part at the same time. */
const known = 20_000;

/**
 * Checks whether participations are the caller's own, for calls that come every few seconds. A
 * positive answer is cached for the participation and the account. It stays true, since the
 * pseudonym of a participation never changes.
 */
@Injectable()
export class OwnParticipationRead {
  private readonly own = new LRUCache<string, true>({ max: known });
  private readonly found: Batcher<string, Found | undefined>;

  constructor(
    source: DataSource,
    private readonly secrets: Secrets,
  ) {
    this.found = new Batcher(async (ids) => {
      const rows = new Map((await find(source, [ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    });
  }

  /**
   * Checks that the participation is the account's own.
   * @throws DomainError not_found, also for another person's participation
   */
  async mustBe(participationId: string, accountId: string): Promise<void> {
    const key = `${participationId} ${accountId}`;
    if (this.own.has(key)) return;
    const row = await this.found.load(participationId);
    const isOwn =
      row !== undefined &&
      pseudonymsInStudy(this.secrets, row.study_id, accountId).some((one) =>
        one.equals(row.pseudonym),
      );
    if (!isOwn) throw new DomainError('not_found');
    this.own.set(key, true);
  }
}
