import { Controller, Query, StreamableFile } from '@nestjs/common';
import type { Input } from '../../../contracts/base/endpoint';
import {
  ExpenseFilter,
  expensesFile,
  listExpenses,
  readExpenseSummary,
} from '../../../contracts/payments/expenses';
import { TheCaller, type Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { InvalidInput } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { expensesCsv } from './expenses-csv.rule';
import { ExpensesRead } from './expenses.read';

@Controller()
export class ExpensesController {
  constructor(
    private readonly expenses: ExpensesRead,
    private readonly clock: Clock,
  ) {}

  @Handles(listExpenses)
  list({ query }: Input<typeof listExpenses>, @TheCaller() { person }: Caller) {
    return this.expenses.list(query, person.account_id);
  }

  @Handles(readExpenseSummary)
  summary({ query }: Input<typeof readExpenseSummary>, @TheCaller() { person }: Caller) {
    return this.expenses.summary(query, person.account_id);
  }

  @Serves(expensesFile)
  async file(@Query() query: unknown, @TheCaller() { person }: Caller): Promise<StreamableFile> {
    const filter = ExpenseFilter.safeParse(query);
    if (!filter.success) throw new InvalidInput(filter.error.issues, query);
    const bytes = Buffer.from(expensesCsv(await this.expenses.all(filter.data, person.account_id)));
    return new StreamableFile(bytes, {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="expenses-${utcDay(this.clock.now())}.csv"`,
      length: bytes.length,
    });
  }
}
