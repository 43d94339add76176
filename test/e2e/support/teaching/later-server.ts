import { freePort } from '../../../../scripts/lib/processes/ports.mjs';
import { readConfig } from '../../../../server/config';
import { ApplyOrDropPendingDecisions } from '../../../../server/enrolment/decisions/settle-decisions';
import { createLog } from '../../../../server/platform/observability/log';
import { createServer } from '../../../../server/start';
import { GrantCredits } from '../../../../server/teaching/credits/grant-credits';
import { TestClock } from '../../../support/app/test-clock';
import { runningProduct } from '../product';

const day = 86_400_000;

export interface ServerWithOwnClock {
  url: string;
  /**
   * Lets a day pass, and does what the workers do when the next day begins: decisions count,
   * credits are granted.
   */
  nextDay(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a further server on the running product, whose clock a test moves ahead. */
export async function startServerWithOwnClock(): Promise<ServerWithOwnClock> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    ...runningProduct().env,
    PORT: String(port),
    PUBLIC_WEB_URL: url,
    PUBLIC_API_URL: url,
  });
  const clock = new TestClock();
  const app = await createServer(config, createLog('warn', 'later-server'), clock);
  await app.listen(port, '127.0.0.1');
  return {
    url,
    async nextDay() {
      clock.advance(day);
      await app.get(ApplyOrDropPendingDecisions, { strict: false }).settle();
      await app.get(GrantCredits, { strict: false }).run();
    },
    close: () => app.close(),
  };
}
