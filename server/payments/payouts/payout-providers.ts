import { Injectable } from '@nestjs/common';
import type { PaymentMethod } from '../../../contracts/payments/payments';
import { BankProvider } from '../bank/bank-provider';
import { GiftCodeProvider } from '../gift-codes/gift-code-provider';
import type { PayoutProvider } from '../model/payout-provider';

/** The providers of payouts, by method. Cash has no payout: it is confirmed at the cash desk. */
@Injectable()
export class PayoutProviders {
  private readonly byMethod: ReadonlyMap<PaymentMethod, PayoutProvider>;

  constructor(bank: BankProvider, giftCodes: GiftCodeProvider) {
    this.byMethod = new Map([bank, giftCodes].map((provider) => [provider.method, provider]));
  }

  get all(): PayoutProvider[] {
    return [...this.byMethod.values()];
  }

  /** @throws Error for cash, which has no payouts */
  of(method: PaymentMethod | null): PayoutProvider {
    const provider = method === null ? undefined : this.byMethod.get(method);
    if (!provider) throw new Error(`nothing pays out by ${method}`);
    return provider;
  }
}
