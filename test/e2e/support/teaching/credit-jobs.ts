import { readConfig } from '../../../../server/config';
import { Clock, days, addMilliseconds } from '../../../../server/platform/concurrency/clock';
import { createProgramContext } from '../../../../server/program-context';
import { GrantCredits } from '../../../../server/teaching/credits/grant-credits';
import { TeachingModule } from '../../../../server/teaching/teaching.module';
import { runningProduct } from '../product';

/**
 * Grants now the credits that workers would grant tomorrow: for everything that was approved or
 * accepted until today.
 */
export async function grantTomorrowsCredits(): Promise<void> {
  const app = await createProgramContext(readConfig(runningProduct().env), 'credit-jobs', [
    TeachingModule,
  ]);
  try {
    app.get(Clock).now = () => addMilliseconds(new Date(), days(1));
    await app.get(GrantCredits, { strict: false }).run();
  } finally {
    await app.close();
  }
}
