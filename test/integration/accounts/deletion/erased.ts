import { CommandBus } from '@nestjs/cqrs';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import type { RunningApp } from '../../../support/app/launch-app';

/** Erases an account as the job does thirty days after the deletion request. */
export async function eraseAccount(run: RunningApp, accountId: string): Promise<void> {
  await run.source.query(
    `UPDATE identity.account SET deletion_at = now() - interval '1 minute' WHERE id = $1`,
    [accountId],
  );
  expect(await run.app.get(CommandBus).execute(new PurgeAccount(accountId))).toBe(true);
}
