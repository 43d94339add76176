import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import { paymentsLimits } from '../../../contracts/payments/limits';
import type { ParticipantPayment, PaymentMethod } from '../../../contracts/payments/payments';
import {
  ParticipationsOfAccountRead,
  type ParticipationOfAccount,
} from '../../enrolment/participations/participations-of-account.read';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { Clock, days, addMilliseconds, utcDay } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { readPaymentKeysInCheck } from '../checks/payout-checks';
import { readHandedOutGiftCodes } from '../gift-codes/handed-out-codes';
import { isShownWithoutTagSql } from '../model/apart-payment.sql';
import { paymentKeyOf } from '../model/payment-key';
import type { PaymentRow } from '../model/payment.entity';
import { isPayableFromTomorrowSql } from '../model/opens-tomorrow.sql';
import { anonymousByAnswersMethods, defaultPaymentMethods } from '../model/payment-methods';

type Row = Pick<
  PaymentRow,
  'id' | 'participation_id' | 'kind' | 'amount' | 'currency' | 'state' | 'day' | 'method' | 'answer'
> & {
  reason: string | null;
  methods: PaymentMethod[] | null;
  opens_tomorrow: boolean;
  upheld_because: string | null;
  is_anonymous: boolean;
  is_apart: boolean;
};

const Position = z.strictObject({ day: z.iso.date(), id: z.uuid() });

/** Reads the payments of one person in all studies, the newest first. */
@Injectable()
export class OwnPaymentsRead {
  constructor(
    private readonly source: DataSource,
    private readonly own: ParticipationsOfAccountRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, limit: number, cursor: string | undefined) {
    const after = decodeCursor(Position, cursor);
    const rows = await this.rows(await this.own.of(accountId), {
      after,
      limit: limit + 1,
      id: null,
    });
    const page = pageOfRows(rows, limit, ({ day, id }) => ({ day, id }));
    return { items: await this.views(page.items), next_cursor: page.next_cursor };
  }

  /** @throws DomainError not_found, also for the payment of another person */
  async byId(id: string, accountId: string): Promise<ParticipantPayment> {
    const rows = await this.rows(await this.own.of(accountId), { after: null, limit: 1, id });
    const [view] = await this.views(rows);
    if (!view) throw new DomainError('not_found');
    return view;
  }

  private rows(
    own: readonly ParticipationOfAccount[],
    {
      after,
      limit,
      id,
    }: { after: z.output<typeof Position> | null; limit: number; id: string | null },
  ): Promise<Row[]> {
    return this.source.query(
      `SELECT p.id, p.participation_id, p.kind, b.reason, p.amount, p.currency, p.state, p.day::text AS day, p.method,
         p.answer, m.methods, ${isPayableFromTomorrowSql('p', '$7::date')} AS opens_tomorrow,
         CASE WHEN p.state = 'rejected' THEN s.reason END AS upheld_because,
         ${isAnonymousSessionSql('p.session_id')} AS is_anonymous, ${isShownWithoutTagSql('p')} AS is_apart
       FROM unnest($1::uuid[], $2::uuid[]) AS own (participation_id, study_id)
       JOIN research.payment p ON p.participation_id = own.participation_id
       LEFT JOIN research.bonus b ON b.id = p.bonus_id
       LEFT JOIN research.payment_methods m ON m.study_id = own.study_id
       LEFT JOIN research.rejection_verdict s ON s.payment_id = p.id
       WHERE ($3::uuid IS NULL OR p.id = $3) AND ($4::date IS NULL OR (p.day, p.id) < ($4, $5::uuid))
       ORDER BY p.day DESC, p.id DESC LIMIT $6`,
      [
        own.map((one) => one.participation_id),
        own.map((one) => one.study_id),
        id,
        after?.day ?? null,
        after?.id ?? null,
        limit,
        utcDay(this.clock.now()),
      ],
    );
  }

  private async views(rows: readonly Row[]): Promise<ParticipantPayment[]> {
    const keys = new Map(
      rows
        .filter(({ method, state }) => method === 'gift_code' || state === 'processing')
        .map(({ id }) => [id, paymentKeyOf(this.secrets, id)]),
    );
    const codes = await readHandedOutGiftCodes(this.source, this.secrets, [...keys.values()]);
    const held = await readPaymentKeysInCheck(this.source.manager, [...keys.values()]);
    const now = this.clock.now();
    return rows.map(({ id, methods, opens_tomorrow, is_anonymous, is_apart, ...row }) => {
      const isOwed = row.state === 'approved' || row.state === 'failed';
      const isOpen = isOwed && !opens_tomorrow;
      const day = new Date(`${row.day}T00:00:00Z`);
      return {
        _id: id,
        ...row,
        methods: isOpen
          ? [...(is_apart ? anonymousByAnswersMethods : (methods ?? defaultPaymentMethods))]
          : [],
        choose_from: isOwed && opens_tomorrow ? utcDay(addMilliseconds(day, days(1))) : null,
        claim_until: isOpen ? utcDay(addMilliseconds(day, days(paymentsLimits.claimDays))) : null,
        may_answer:
          row.kind === 'reward' &&
          row.state === 'rejected' &&
          row.answer === null &&
          // The time to respond ends a day earlier in an anonymous session, because an
          // administrator reads the response only from the next day on.
          addMilliseconds(day, days(enrolmentLimits.overturnDays - (is_anonymous ? 1 : 0))) > now,
        gift_code: codes.get(keys.get(id)?.toString('hex') ?? '') ?? null,
        held: row.state === 'processing' && held.has(keys.get(id)?.toString('hex') ?? ''),
      };
    });
  }
}
