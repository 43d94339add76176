import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Day, Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type {
  ExpenseFilter,
  ExpenseLine,
  ExpenseSummary,
} from '../../../contracts/payments/expenses';
import { paymentsLimits } from '../../../contracts/payments/limits';
import {
  entriesOf,
  entrySumsOf,
  type AccountEntry,
  type EntryPosition,
} from '../../ledger/entries/account-entries';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { StudyGate } from '../../studies/people/study-gate';
import {
  ledgerEntryKindsOf,
  expenseLine,
  isFundingEntryKind,
  type EntryReference,
} from './expense-lines.rule';
import {
  ledgerAccountsOfScope,
  narrowExpenseScope,
  readOwnExpenseScope,
  readStudyExpenseScope,
} from './expense-scope';
import { expenseSummary } from './expense-sums.rule';

const Position = z.object({ day: Day, id: Id });

/**
 * Lists the expenses of a researcher. All lines and sums come from posted ledger entries, and none
 * from payments. What participants of an anonymous session do is posted on a later day
 * (book-payments.ts), so that the expenses reveal no more than the researcher's other lists
 * (docs/domain.md, 4).
 */
@Injectable()
export class ExpensesRead {
  constructor(
    private readonly source: DataSource,
    private readonly gate: StudyGate,
  ) {}

  /**
   * Lists a page of the expenses of the caller's own wallets and of the sessions that these wallets
   * pay.
   */
  async list(
    filter: ExpenseFilter & { limit?: number | undefined; cursor?: string | undefined },
    accountId: string,
  ) {
    const { limit = limits.pageSize, cursor } = filter;
    const lines = await this.lines(filter, accountId, limit + 1, decodeCursor(Position, cursor));
    return pageOfRows(lines, limit, ({ day, _id }) => ({ day, id: _id }));
  }

  /**
   * Lists all expense lines that match the filter, for a file.
   * @throws DomainError too_many_expenses
   */
  async all(filter: ExpenseFilter, accountId: string): Promise<ExpenseLine[]> {
    const most = paymentsLimits.expensesPerFile;
    const lines = await this.lines(filter, accountId, most + 1, null);
    if (lines.length > most) throw new DomainError('too_many_expenses', { count: most });
    return lines;
  }

  /**
   * Returns the sums of the caller's own expenses. With `study`, returns the sums of that study,
   * without wallets; all people who work on the study may read them.
   * @throws DomainError not_found
   */
  async summary(
    { study, from, to }: Pick<ExpenseFilter, 'study' | 'from' | 'to'>,
    accountId: string,
  ): Promise<ExpenseSummary> {
    const { manager } = this.source;
    const scope =
      study === undefined
        ? await readOwnExpenseScope(manager, accountId)
        : await readStudyExpenseScope(manager, this.gate, accountId, study);
    const rows = await entrySumsOf(manager, ledgerAccountsOfScope(scope), { from, to });
    return expenseSummary(rows, scope.sessions, study === undefined);
  }

  private async lines(
    filter: ExpenseFilter,
    accountId: string,
    limit: number,
    after: EntryPosition | null,
  ): Promise<ExpenseLine[]> {
    const { manager } = this.source;
    const scope = narrowExpenseScope(await readOwnExpenseScope(manager, accountId), filter);
    const { from, to, kind } = filter;
    const entries = await entriesOf(
      manager,
      ledgerAccountsOfScope(scope).map(({ id }) => id),
      { from, to, kinds: kind && ledgerEntryKindsOf(kind) },
      limit,
      after,
    );
    const sessions = new Map(
      scope.sessions.flatMap((session) =>
        [session.hold, session.payable].flatMap((id) => (id === null ? [] : [[id, session]])),
      ),
    );
    const written = await this.written(entries);
    return entries.map((entry) => expenseLine(entry, sessions, written.get(entry.id)));
  }

  /** Reads the references of budgets, transfers and refunds, by the id of their ledger entry. */
  private async written(entries: readonly AccountEntry[]): Promise<Map<string, EntryReference>> {
    const ids = entries.filter(({ kind }) => isFundingEntryKind(kind)).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows: (EntryReference & { entry_id: string })[] = await this.source.query(
      `SELECT entry_id, reference, cost_centre FROM identity.allotment WHERE entry_id = ANY($1::uuid[])
       UNION ALL SELECT entry_id, bank_reference, NULL FROM identity.deposit WHERE entry_id = ANY($1::uuid[])
       UNION ALL SELECT entry_id, reference, NULL FROM identity.wallet_refund WHERE entry_id = ANY($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ entry_id, ...row }) => [entry_id, row]));
  }
}
