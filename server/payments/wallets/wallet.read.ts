import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Wallet } from '../../../contracts/payments/funding';
import type { Person } from '../../access/person';
import { balancesOf } from '../../ledger/accounts';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { visibleWalletOwnerId } from './visible-researcher';

interface Row extends Pick<Wallet, '_id' | 'currency' | 'researcher'> {
  account_id: string;
  hold_account_ids: string[];
}

const select = `
  SELECT w.id AS _id, w.currency, w.account_id,
    CASE WHEN w.researcher_id IS NOT NULL
      THEN jsonb_build_object('_id', w.researcher_id, 'first_name', p.first_name, 'last_name', p.last_name) END
      AS researcher,
    ARRAY(SELECT h.account_id FROM research.session_hold h WHERE h.wallet_account_id = w.account_id) AS hold_account_ids
  FROM identity.wallet w LEFT JOIN identity.person p ON p.id = w.researcher_id`;

@Injectable()
export class WalletRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists the caller's wallets. An administrator gets the wallets of one researcher, or of all
   * researchers.
   */
  async list(
    {
      researcher,
      limit = limits.pageSize,
      cursor,
    }: { researcher?: string | undefined; limit?: number; cursor?: string | undefined },
    person: Pick<Person, 'account_id' | 'role'>,
  ) {
    const rows: Row[] = await this.source.query(
      `${select} WHERE ($1::uuid IS NULL OR w.researcher_id = $1) AND ($2::uuid IS NULL OR w.id < $2)
       ORDER BY w.id DESC LIMIT $3`,
      [visibleWalletOwnerId(person, researcher), decodeCursor(Id, cursor), limit + 1],
    );
    return pageOfRows(await this.withBalances(rows), limit, (last) => last._id);
  }

  /** @throws DomainError not_found */
  async byId(id: string): Promise<Wallet> {
    const rows: Row[] = await this.source.query(`${select} WHERE w.id = $1`, [id]);
    const [wallet] = await this.withBalances(rows);
    if (!wallet) throw new DomainError('not_found');
    return wallet;
  }

  private async withBalances(rows: readonly Row[]): Promise<Wallet[]> {
    const balances = await balancesOf(
      this.source,
      rows.flatMap(({ account_id, hold_account_ids }) => [account_id, ...hold_account_ids]),
    );
    return rows.map(({ account_id, hold_account_ids, ...row }) => ({
      ...row,
      balance: balances.get(account_id)?.balance ?? 0,
      minimum: balances.get(account_id)?.minimum ?? null,
      held: hold_account_ids.reduce((sum, id) => sum + (balances.get(id)?.balance ?? 0), 0),
    }));
  }
}
