import { Controller, Query, StreamableFile } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  ExpenseFilter,
  expensesFile,
  listExpenses,
  readExpenseSummary,
} from '../../../contracts/payments/expenses';
import { CallerParam, type Caller } from '../../access/caller';
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
  list({ query }: EndpointInput<typeof listExpenses>, @CallerParam() { person }: Caller) {
    return this.expenses.list(query, person.account_id);
  }

  @Handles(readExpenseSummary)
  summary({ query }: EndpointInput<typeof readExpenseSummary>, @CallerParam() { person }: Caller) {
    return this.expenses.summary(query, person.account_id);
  }

  @Serves(expensesFile)
  async file(@Query() query: unknown, @CallerParam() { person }: Caller): Promise<StreamableFile> {
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
