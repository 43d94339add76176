import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { currencyDigits } from '../../../contracts/money/currency-digits';
import type { PayByAnswersLine, NewPayByAnswers } from '../../../contracts/payments/pay-by-answers';
import type { Caller } from '../../access/caller';
import { maxPayForAnswers } from '../../enrolment/launch/most-by-answers';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import { finalStatesByParticipantCode } from '../../enrolment/rosters/listed-by-code';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import { Clock } from '../../platform/concurrency/clock';
import { badField, DomainError } from '../../platform/errors/errors';
import { AnswersRead } from '../../research-data/answers/answers.read';
import { mustHaveDataPermission } from '../../research-data/research-data.policy';
import { StudyGate } from '../../studies/people/study-gate';
import type { BonusOrPreview } from '../bonuses/bonus-or-preview';
import { bonusByRequestKey } from '../bonuses/bonuses.store';
import { PayBonus } from '../bonuses/pay-bonus.command';
import { requestKey } from '../request-key';
import { payableParticipationState } from './answer-lines.rule';
import { computeAnswerAmounts } from './answer-amounts.rule';
import { bonusOrderByAnswers } from './bonus-by-answers';
import { InvalidExpression, parseExpression } from './expression.rule';

/** Pays by answers: computes the amounts if the researcher wrote an expression, and then pays them as a bonus. */
export class PayByAnswers extends Command<BonusOrPreview> {
  constructor(
    readonly sessionId: string,
    readonly body: NewPayByAnswers,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(PayByAnswers)
export class PayByAnswersHandler implements ICommandHandler<PayByAnswers> {
  constructor(
    private readonly source: DataSource,
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly answers: AnswersRead,
    private readonly clock: Clock,
  ) {}

  /**
   * Does not compute the amounts again if the request is repeated: PayBonus then returns the
   * earlier result.
   * @throws DomainError the errors of PayBonus; validation_failed for the expression; unavailable
   * while another expression is evaluated
   */
  async execute({
    sessionId,
    body,
    caller,
    idempotencyKey,
  }: PayByAnswers): Promise<BonusOrPreview> {
    const { reason, currency, digest, lines, expression } = body;
    const isRepeated =
      digest !== undefined &&
      (await bonusByRequestKey(
        this.source.manager,
        requestKey('bonus', caller.person.account_id, idempotencyKey),
      )) !== undefined;
    const order = bonusOrderByAnswers({
      reason,
      currency,
      digest,
      lines: isRepeated ? [] : (lines ?? (await this.linesBy(expression ?? '', sessionId, caller))),
    });
    return this.commands.execute(new PayBonus(sessionId, order, caller, idempotencyKey));
  }

  private async linesBy(
    text: string,
    sessionId: string,
    { person }: Caller,
  ): Promise<readonly PayByAnswersLine[]> {
    const { manager } = this.source;
    const session = await requireRightToRunSession(manager, sessionId, person.account_id);
    const expression = parsed(text);
    const [hold]: { currency: string }[] = await manager.query(
      `SELECT currency FROM research.session_hold WHERE session_id = $1`,
      [sessionId],
    );
    if (!hold) throw new DomainError('session_unpaid');
    const since = eventsHiddenSince(session.privacy_level, this.clock.now());
    const participants = await finalStatesByParticipantCode(manager, sessionId, since);
    if (!participants) throw new DomainError('still_taking_part');
    const seesNames = await mustHaveDataPermission(
      this.gate,
      'read_data',
      session.study_id,
      person,
    );
    const answers = await this.answers.ofSession(
      { studyId: session.study_id, sessionId },
      expression.names,
      { accountId: person.account_id, seesNames },
    );
    const payable = [...participants].filter(
      ([, state]) => state === payableParticipationState(session.privacy_level),
    );
    const { lines, fault } = computeAnswerAmounts(
      expression,
      payable.map(([code]) => code),
      answers,
      { digits: currencyDigits(hold.currency), most: await maxPayForAnswers(manager, sessionId) },
    );
    if (fault) throw badField('expression', fault);
    return lines;
  }
}

function parsed(text: string) {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof InvalidExpression) throw badField('expression', 'invalid_expression');
    throw error;
  }
}
