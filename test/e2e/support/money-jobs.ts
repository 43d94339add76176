import { DataSource } from 'typeorm';
import { readConfig } from '../../../server/config';
import { BookPayments } from '../../../server/payments/booking/book-payments';
import { PaymentsModule } from '../../../server/payments/payments.module';
import { ContinuePayoutsJob } from '../../../server/payments/payouts/continue-payouts.job';
import { PayoutProviders } from '../../../server/payments/payouts/payout-providers';
import { Payouts } from '../../../server/payments/payouts/payouts';
import { Clock } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { createProgramContext } from '../../../server/program-context';
import { runningProduct } from './product';

/**
 * Runs the jobs of payments now, which workers run each minute. The jobs book what changed, and
 * continue transfers.
 */
export async function runMoneyJobs(): Promise<void> {
  const app = await createProgramContext(readConfig(runningProduct().env), 'money-jobs', [
    PaymentsModule,
  ]);
  try {
    const books = app.get(BookPayments, { strict: false });
    const payouts = new ContinuePayoutsJob(
      app.get(DataSource),
      app.get(UnitOfWork),
      app.get(PayoutProviders, { strict: false }),
      app.get(Payouts, { strict: false }),
      app.get(Secrets),
      app.get(Clock),
    );
    await books.run();
    await payouts.run();
    await books.run();
  } finally {
    await app.close();
  }
}
