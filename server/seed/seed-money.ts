import { Readable } from 'node:stream';
import type { CommandBus } from '@nestjs/cqrs';
import { currencyDigits } from '../../contracts/money/currency-digits';
import type { PaymentMethods } from '../../contracts/payments/payments';
import type { Caller } from '../access/caller';
import { AllotBudget } from '../payments/funding/allot-budget.command';
import { AnnounceDeposit } from '../payments/funding/announce-deposit.command';
import { AddGiftCodes } from '../payments/gift-codes/add-gift-codes.command';
import { ChangePaymentMethods } from '../payments/payments/change-payment-methods.command';

interface Money {
  commands: CommandBus;
  administrator: Caller;
  researcher: Caller;
  currency: string;
}

/**
 * The number of gift codes of the demo's researcher. Each gift code is worth the reward of the
 * demo's study that runs in the browser.
 */
const giftCodes = 20;

/**
 * Gives the demo's researcher a budget, gift codes, and an announced transfer that the
 * administrator can confirm. A repeated call adds nothing.
 */
export async function seedMoney({
  commands,
  administrator,
  researcher,
  currency,
}: Money): Promise<void> {
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

/** Adds gift codes of one amount, and sets the payment methods of a study. */
export async function seedPaymentMethods(
  { commands, researcher, currency }: Omit<Money, 'administrator'>,
  studyId: string,
  { amount, methods }: { amount: number } & PaymentMethods,
): Promise<void> {
  await commands.execute(new ChangePaymentMethods(studyId, methods, researcher));
  const decimals = currencyDigits(currency);
  const worth = (amount / 10 ** decimals).toFixed(decimals);
  const lines = Array.from(
    { length: giftCodes },
    (_, n) => `Demo books,${worth},${currency},DEMO-BOOK-${String(n + 1).padStart(4, '0')}`,
  );
  const text = ['brand,amount,currency,code', ...lines].join('\n');
  const file = {
    name: 'gift-codes.csv',
    type: 'text/csv',
    stream: Readable.from([Buffer.from(text)]),
  };
  await commands.execute(new AddGiftCodes(file, researcher, 'demo-gift-codes'));
}
