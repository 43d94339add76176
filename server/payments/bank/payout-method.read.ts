import { Injectable } from '@nestjs/common';
import type { PayoutMethod } from '../../../contracts/payments/bank-payouts';
import { ibanCountry, ibanLastCharacters } from '../../../contracts/payments/iban.rule';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { readStoredBankAccount } from './payout-method';

@Injectable()
export class PayoutMethodRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /** Reads the stored bank account of an account holder; the middle of the IBAN is left out. */
  async of(accountId: string): Promise<PayoutMethod> {
    const account = await this.unitOfWork.run((tx) =>
      readStoredBankAccount(tx, this.secrets, accountId),
    );
    return {
      account: account && {
        holder: account.holder,
        iban_end: ibanLastCharacters(account.iban),
        country: ibanCountry(account.iban),
      },
    };
  }
}
