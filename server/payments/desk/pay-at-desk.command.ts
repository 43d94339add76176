import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { CashConfirmation } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import {
  cashDeskSettingsOf,
  readCashDeskParticipation,
} from '../../enrolment/participations/desk-participation';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import { participationOfEntry } from '../../enrolment/rosters/roster-entries';
import { TransitionParticipation } from '../../enrolment/transitions/transition-participation.command';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { CashDesk } from './cash-desk';

/**
 * Pays the reward in cash at the cash desk. It first records that the participant has finished, and
 * approves the participation. A repeated request skips the steps that are done. A bonus is
 * confirmed separately, with the same code. Returns the payment's id.
 */
export class PayAtDesk extends Command<string> {
  constructor(
    readonly sessionId: string,
    /** The id of the participant's line on the roster. */
    readonly entry: string,
    readonly confirmation: CashConfirmation,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(PayAtDesk)
export class PayAtDeskHandler implements ICommandHandler<PayAtDesk> {
  constructor(
    private readonly source: DataSource,
    private readonly commands: CommandBus,
    private readonly secrets: Secrets,
    private readonly desk: CashDesk,
  ) {}

  /**
   * @throws DomainError not_found, forbidden, wrong_cash_code, too_many_requests, already_decided,
   * and
   * - `illegal_transition` before the start,
   * - `method_not_offered` if the study does not pay in cash, or if the session's researchers do
   *   not meet the participants, or do not record who has finished.
   */
  async execute({ sessionId, entry, confirmation, caller }: PayAtDesk): Promise<string> {
    await requireRightToRunSession(this.source.manager, sessionId, caller.person.account_id);
    // Checked before anything about the participant is read: in sessions without a cash desk the
    // response must not depend on the participant.
    const desk = await cashDeskSettingsOf(this.source.manager, sessionId);
    if (!desk?.is_met || !desk.is_concluded) throw new DomainError('method_not_offered');
    const id = participationOfEntry(this.secrets, sessionId, entry);
    const found =
      id === null ? undefined : await readCashDeskParticipation(this.source.manager, id);
    if (id === null || found?.session_id !== sessionId) throw new DomainError('not_found');
    // Checked before anything is recorded, so that wrong digits change nothing.
    await this.desk.check(id, confirmation);
    const act = (action: 'conclude' | 'approve') =>
      this.commands.execute(new TransitionParticipation(id, { action }, caller, sessionId));
    if (found.state !== 'completed' && found.state !== 'approved') await act('conclude');
    if (found.state !== 'approved') await act('approve');
    const [payment]: { id: string }[] = await this.source.query(
      `SELECT id FROM research.payment WHERE participation_id = $1 AND kind = 'reward'`,
      [id],
    );
    if (!payment) throw new DomainError('not_found');
    await this.desk.confirm(payment.id, confirmation, caller);
    return payment.id;
  }
}
