import { z } from 'zod';
import { canonicalIban } from '../../../../../contracts/payments/iban.rule';
import {
  BankAccount,
  type PaymentAction,
  PaymentMethod,
} from '../../../../../contracts/payments/payments';
import { fieldErrorCodeOf } from '../../../lib/form';

/** The error code of a field whose text is not an IBAN. */
export const invalidIban = 'invalid_iban';

/**
 * What a participant enters to choose a method of payment. `account` is used only for a bank
 * transfer, and only if the participant does not choose the remembered account.
 */
export const PaymentMethodForm = z
  .object({
    method: PaymentMethod,
    /** Whether the transfer goes to the account that the server remembers. */
    to_remembered: z.boolean(),
    account: z.object({ holder: z.string(), iban: z.string() }),
    remember: z.boolean(),
  })
  .superRefine(({ method, to_remembered, account }, context) => {
    if (method !== 'bank' || to_remembered) return;
    const issues = BankAccount.safeParse(account).error?.issues ?? [];
    for (const issue of issues)
      context.addIssue({
        code: 'custom',
        message: fieldErrorCodeOf({
          ...issue,
          input: account[issue.path[0] as keyof typeof account],
        }),
        path: ['account', ...issue.path],
      });
    const isJudged = issues.some(({ path }) => path[0] === 'iban');
    if (!isJudged && canonicalIban(account.iban) === null)
      context.addIssue({ code: 'custom', message: invalidIban, path: ['account', 'iban'] });
  });
export type PaymentMethodForm = z.output<typeof PaymentMethodForm>;
export type PaymentMethodInput = z.input<typeof PaymentMethodForm>;

export const emptyBankAccount = { holder: '', iban: '' };

/** Methods that a participant chooses without meeting the researcher. */
export type RemotePaymentMethod = 'gift_code' | 'bank';

export const paymentActionOf = (
  { to_remembered, account, remember }: PaymentMethodForm,
  method: RemotePaymentMethod,
): PaymentAction =>
  method === 'gift_code'
    ? { action: 'choose', method }
    : to_remembered
      ? { action: 'choose', method }
      : { action: 'choose', method, account, remember };
