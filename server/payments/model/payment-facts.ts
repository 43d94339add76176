import type { EntityManager } from 'typeorm';
import type { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { readCashDeskParticipation } from '../../enrolment/participations/desk-participation';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { isShownWithoutTagSql } from './apart-payment.sql';
import type { PaymentRow } from './payment.entity';

export type PaymentFacts = Pick<
  PaymentRow,
  'id' | 'participation_id' | 'session_id' | 'amount' | 'currency' | 'state' | 'method'
> & { readonly is_apart: boolean };

/** Reads a payment. @throws DomainError not_found */
export async function readPayment(
  on: Pick<EntityManager, 'query'> | Pick<Transaction, 'query'>,
  id: string,
): Promise<PaymentFacts> {
  const [payment] = (await on.query(
    `SELECT id, participation_id, session_id, amount, currency, state, method, ${isShownWithoutTagSql('p')} AS is_apart
     FROM research.payment p WHERE id = $1`,
    [id],
  )) as PaymentFacts[];
  if (!payment) throw new DomainError('not_found');
  return payment;
}

/**
 * Reads a payment of one of the account's own participations, with its study.
 * @throws DomainError not_found, also for another person's payment
 */
export async function readOwnPayment(
  manager: EntityManager,
  own: OwnParticipationRead,
  id: string,
  accountId: string,
): Promise<PaymentFacts & { study_id: string }> {
  const payment = await readPayment(manager, id);
  await own.mustBe(payment.participation_id, accountId);
  const participation = await readCashDeskParticipation(manager, payment.participation_id);
  if (!participation) throw new DomainError('not_found');
  return { ...payment, study_id: participation.study_id };
}
