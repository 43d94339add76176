import type { CommandBus } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { TransitionParticipation } from '../enrolment/transitions/transition-participation.command';
import { bonusOrderByTags } from '../payments/bonuses/bonus-by-tags';
import { PayBonus } from '../payments/bonuses/pay-bonus.command';
import type { SessionPaymentsRead } from '../payments/payments/session-payments.read';

interface Demo {
  commands: CommandBus;
  payments: SessionPaymentsRead;
  researcher: Caller;
}

/**
 * Approves the first participants of a session, and pays them a bonus once.
 * @param bonus the bonus of each participant, in minor units of the currency
 */
export async function seedBonus(
  { commands, payments, researcher }: Demo,
  sessionId: string,
  first: readonly string[],
  bonus: number,
): Promise<void> {
  const { account_id } = researcher.person;
  const { items } = await payments.list(sessionId, account_id, 100, undefined);
  if (items.some(({ kind }) => kind === 'bonus')) return;
  for (const id of first)
    await commands.execute(
      new TransitionParticipation(id, { action: 'approve' }, researcher, sessionId),
    );
  const pay = (digest?: string) => {
    const body = {
      reason: 'You were our first participants.',
      amount: bonus,
      to: 'approved' as const,
    };
    const order = bonusOrderByTags({ kind: 'bonus', body: { ...body, digest } });
    return commands.execute(new PayBonus(sessionId, order, researcher, null));
  };
  const before = await pay();
  if ('shown' in before) await pay(before.shown.digest);
}
