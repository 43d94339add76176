import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { isLinkEntryConflict, newLinkOf, newLinksSql } from './participation-links';

const atOnce = 200;
/**
 * How many links a run encrypts at most, so that a worker that is shutting down need not wait long.
 */
const mostOfARun = 20_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts the links that an earlier version wrote with the plain account id. Server and workers
 * may run meanwhile. A batch locks its rows, and several workers skip each other's rows. If a run
 * is killed, the next run continues its work.
 */
@Injectable()
export class EncryptParticipationLinks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /**
   * @returns how many links were encrypted; 0 if all are encrypted already, or other workers have
   * locked those that are not
   */
  async run(): Promise<number> {
    let count = 0;
    for (let after = beforeAll; count < mostOfARun && (await this.isAnyLeft());) {
      const ids = await this.batch(after);
      count += ids.length;
      after = ids.at(-1) ?? after;
      // The next run encrypts the rows that other transactions have locked now.
      if (ids.length < atOnce) break;
    }
    return count;
  }

  /**
   * Whether any link is not encrypted yet. Uses a partial index, which is empty once all links are
   * encrypted.
   */
  private isAnyLeft(): Promise<boolean> {
    return this.unitOfWork.run(
      async (tx) =>
        (
          await tx.query(
            `SELECT FROM identity.participation_link WHERE account_id IS NOT NULL LIMIT 1`,
          )
        ).length > 0,
      { role: 'commonlab_link' },
    );
  }

  private async batch(after: string): Promise<string[]> {
    for (;;) {
      try {
        return await this.unitOfWork.run((tx) => this.sealBatch(tx, after), {
          role: 'commonlab_link',
        });
      } catch (error) {
        if (!isLinkEntryConflict(error)) throw error;
      }
    }
  }

  /**
   * Encrypts a batch in the order of the participations' ids. These are random, so the fact that one transaction
   * updated several rows reveals nothing about their accounts.
   */
  private async sealBatch(tx: Transaction, after: string): Promise<string[]> {
    const rows = await tx.query<{ participation_id: string; account_id: string }>(
      `SELECT participation_id, account_id FROM identity.participation_link
       WHERE account_id IS NOT NULL AND participation_id > $1
       ORDER BY participation_id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`,
      [after],
    );
    if (rows.length === 0) return [];
    const links = rows.map(({ participation_id, account_id }) => {
      const link = newLinkOf(this.secrets, account_id);
      return { list_key: link.listKey(), account: link.account(participation_id) };
    });
    const ids = rows.map(({ participation_id }) => participation_id);
    await tx.query(
      `WITH read AS (
         SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::bytea[])
           AS r (participation_id, list_key, account)
       ), made AS (${newLinksSql('read')})
       UPDATE identity.participation_link l
       SET account_id = NULL, entry = made.entry, account = made.account
       FROM made
       WHERE l.participation_id = made.participation_id`,
      [ids, links.map(({ list_key }) => list_key), links.map(({ account }) => account)],
    );
    return ids;
  }
}
