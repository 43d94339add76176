import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import * as contract from '../../../contracts/payments/payments';
import { CallerParam, type Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import { badField, DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { StudyGate } from '../../studies/people/study-gate';
import { CashDesk } from '../desk/cash-desk';
import { PayAtDesk } from '../desk/pay-at-desk.command';
import { ChoosePaymentMethod } from '../payouts/choose-payment-method.command';
import { AnswerRejection } from './answer-rejection.command';
import { ChangePaymentMethods } from './change-payment-methods.command';
import { OwnPaymentsRead } from './own-payments.read';
import { readPayment } from '../model/payment-facts';
import { paymentMethodsOf } from '../model/payment-methods';
import { SessionPaymentsRead } from './session-payments.read';
import { WaivePayment } from './waive-payment.command';

@Controller()
export class PaymentsController {
  constructor(
    private readonly source: DataSource,
    private readonly commands: CommandBus,
    private readonly own: OwnPaymentsRead,
    private readonly sessions: SessionPaymentsRead,
    private readonly participations: OwnParticipationRead,
    private readonly desk: CashDesk,
    private readonly gate: StudyGate,
  ) {}

  @Handles(contract.listPayments)
  list({ query }: EndpointInput<typeof contract.listPayments>, @CallerParam() { person }: Caller) {
    const { session, limit = limits.pageSize, cursor } = query;
    return session === undefined
      ? this.own.list(person.account_id, limit, cursor)
      : this.sessions.list(session, person.account_id, limit, cursor);
  }

  @Handles(contract.changePayment)
  async change(
    { params: { id }, body }: EndpointInput<typeof contract.changePayment>,
    @CallerParam() caller: Caller,
  ) {
    if (body.action === 'confirm-cash') return this.confirmCash(id, body, caller);
    await this.commands.execute(
      body.action === 'waive'
        ? new WaivePayment(id, caller)
        : body.action === 'answer'
          ? new AnswerRejection(id, body.text, caller)
          : new ChoosePaymentMethod(id, body.method, caller, body.method === 'bank' ? body : {}),
    );
    return this.own.byId(id, caller.person.account_id);
  }

  @Handles(contract.readCashCode)
  async cashCode(
    { params: { id } }: EndpointInput<typeof contract.readCashCode>,
    @CallerParam() { person }: Caller,
  ) {
    await this.participations.mustBe(id, person.account_id);
    return this.desk.code(id);
  }

  @Handles(contract.payCashAtDesk)
  async payAtDesk(
    { params: { id, entry }, body }: EndpointInput<typeof contract.payCashAtDesk>,
    @CallerParam() caller: Caller,
  ) {
    const paymentId = await this.commands.execute(new PayAtDesk(id, entry, body, caller));
    return this.sessions.byId(paymentId, id);
  }

  @Handles(contract.readPaymentMethods)
  async methods(
    { params: { id } }: EndpointInput<typeof contract.readPaymentMethods>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', id, person.account_id);
    return { methods: [...(await paymentMethodsOf(this.source.manager, id))] };
  }

  @Handles(contract.changePaymentMethods)
  async changeMethods(
    { params: { id }, body }: EndpointInput<typeof contract.changePaymentMethods>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangePaymentMethods(id, body.methods, caller));
    return { methods: [...(await paymentMethodsOf(this.source.manager, id))] };
  }

  /**
   * A caller who does not run the session gets the same response as for a payment that does not
   * exist.
   */
  private async confirmCash(
    id: string,
    { code, signed }: { code?: string | undefined; signed?: true | undefined },
    caller: Caller,
  ) {
    const { session_id, participation_id } = await readPayment(this.source.manager, id);
    await requireRightToRunSession(this.source.manager, session_id, caller.person.account_id).catch(
      (error: unknown) => {
        throw error instanceof DomainError ? new DomainError('not_found') : error;
      },
    );
    if ((code === undefined) === (signed === undefined)) throw badField('code', 'required');
    const confirmation = code === undefined ? { signed: true as const } : { code };
    await this.desk.check(participation_id, confirmation);
    await this.desk.confirm(id, confirmation, caller);
    return this.sessions.byId(id, session_id);
  }
}
