import type { PaymentMethod } from '../../../contracts/payments/payments';
import type { Transaction } from '../../platform/db/unit-of-work';

/** How the participants of a study are paid by default. */
export const defaultPaymentMethods: readonly PaymentMethod[] = ['cash'];

/** How pay by answers in an anonymous session is paid, whatever the study offers (apart-payment.sql.ts). */
export const anonymousByAnswersMethods: readonly PaymentMethod[] = ['bank'];

export async function paymentMethodsOf(
  on: Pick<Transaction, 'query'>,
  studyId: string,
): Promise<readonly PaymentMethod[]> {
  const [row] = await on.query<{ methods: PaymentMethod[] }>(
    `SELECT methods FROM research.payment_methods WHERE study_id = $1`,
    [studyId],
  );
  return row?.methods ?? defaultPaymentMethods;
}
