import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { AllotBudget } from '../payments/funding/allot-budget.command';
import { AnnounceDeposit } from '../payments/funding/announce-deposit.command';

/** A budget for the researcher of the demo, and an announced transfer that the administrator can confirm. Each is made once. */
export async function seedMoney({
  commands,
  administrator,
  researcher,
  currency,
}: {
  commands: CommandBus;
  administrator: Caller;
  researcher: Caller;
  currency: string;
}): Promise<void> {
  const budget = {
    researcher_id: researcher.person.account_id,
    amount: 300_000,
    currency,
    cost_centre: 'PSY-1042',
    reference: 'Start-up grant 2026',
  };
  await commands.execute(new AllotBudget(budget, administrator, 'demo-budget'));
  const transfer = { amount: 50_000, currency };
  await commands.execute(new AnnounceDeposit(transfer, researcher, 'demo-transfer'));
}
