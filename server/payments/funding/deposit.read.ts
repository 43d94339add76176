import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Allotment, Deposit } from '../../../contracts/payments/funding';
import type { Person } from '../../access/person';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { visibleWalletOwnerId } from '../wallets/visible-researcher';

type Row = Omit<Deposit, 'amount' | 'created_at'> & { amount: string; created_at: Date };

const select = `
  SELECT d.id AS _id, d.amount, d.currency, d.reference, d.state, d.bank_reference, d.reason, d.created_at,
    CASE WHEN d.researcher_id IS NOT NULL
      THEN jsonb_build_object('_id', d.researcher_id, 'first_name', p.first_name, 'last_name', p.last_name) END
      AS researcher
  FROM identity.deposit d LEFT JOIN identity.person p ON p.id = d.researcher_id`;

const onTheWire = ({ amount, created_at, ...row }: Row): Deposit => ({
  ...row,
  amount: Number(amount),
  created_at: created_at.toISOString(),
});

@Injectable()
export class DepositRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists the caller's deposits, newest first. An administrator gets the deposits of one
   * researcher, or of all researchers.
   */
  async list(
    {
      state,
      researcher,
      limit = limits.pageSize,
      cursor,
    }: {
      state?: Deposit['state'] | undefined;
      researcher?: string | undefined;
      limit?: number;
      cursor?: string | undefined;
    },
    person: Pick<Person, 'account_id' | 'role'>,
  ) {
    const rows: Row[] = await this.source.query(
      `${select} WHERE ($1::uuid IS NULL OR d.researcher_id = $1) AND ($2::text IS NULL OR d.state = $2)
         AND ($3::uuid IS NULL OR d.id < $3) ORDER BY d.id DESC LIMIT $4`,
      [
        visibleWalletOwnerId(person, researcher),
        state ?? null,
        decodeCursor(Id, cursor),
        limit + 1,
      ],
    );
    return pageOfRows(rows.map(onTheWire), limit, (last) => last._id);
  }

  /** @throws DomainError not_found */
  async byId(id: string): Promise<Deposit> {
    const [row]: Row[] = await this.source.query(`${select} WHERE d.id = $1`, [id]);
    if (!row) throw new DomainError('not_found');
    return onTheWire(row);
  }

  async allotment(id: string): Promise<Allotment> {
    const [row]: (Omit<Allotment, 'amount'> & { amount: string })[] = await this.source.query(
      `SELECT a.id AS _id, a.wallet_id, a.amount, w.currency, a.cost_centre, a.reference, a.day::text AS day
       FROM identity.allotment a JOIN identity.wallet w ON w.id = a.wallet_id WHERE a.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    return { ...row, amount: Number(row.amount) };
  }
}
