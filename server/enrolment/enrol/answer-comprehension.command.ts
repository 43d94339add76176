import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { answerComprehension, Comprehension } from '../../../contracts/studies/comprehension';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { Caller } from '../../access/caller';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { randomId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { ConsentRead } from '../../studies/consents/consent.read';
import { ComprehensionPassedRead } from './comprehension-passed.read';
import { triesLeft, wronglyAnsweredQuestions } from './comprehension.rule';

/**
 * One attempt at the comprehension questions about a consent form. A person who has passed need not
 * answer them again.
 */
export class AnswerComprehension extends Command<z.output<typeof Comprehension>> {
  constructor(
    readonly sessionId: string,
    readonly body: EndpointInput<typeof answerComprehension>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AnswerComprehension)
export class AnswerComprehensionHandler implements ICommandHandler<AnswerComprehension> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly consents: ConsentRead,
    private readonly passed: ComprehensionPassedRead,
  ) {}

  /**
   * Checks the answers and counts the attempt. One statement counts it and checks the limit, so
   * that two simultaneous attempts cannot exceed the limit.
   * @throws DomainError not_found, consent_changed, no_tries_left, and the errors of
   * `ComprehensionPassedRead.entered` for people who may not read the form
   */
  async execute({ sessionId, body, caller }: AnswerComprehension): Promise<Comprehension> {
    const { person } = caller;
    const session = await this.passed.entered(sessionId, body.link, person);
    const isRead = session.consent_texts.some(({ sha256 }) => sha256 === body.consent.sha256);
    if (body.consent._id !== session.consent_id || !isRead)
      throw new DomainError('consent_changed');
    const { comprehension } = await this.consents.inLanguage(
      session.consent_id,
      body.consent.sha256,
    );
    // The current form has no questions, so the answers belong to a different version of it and are
    // refused.
    if (comprehension === null) throw new DomainError('consent_changed');
    const wrong = wronglyAnsweredQuestions(comprehension.questions, body.answers);
    const { tries, passed } = await this.count(
      session.consent_id,
      this.secrets.pseudonym(session.study_id, session.privacy_level, person.account_id),
      wrong.length === 0 && body.answers.length === comprehension.questions.length,
      comprehension.tries,
    );
    return {
      passed,
      tries_left: triesLeft(comprehension.tries, tries),
      wrong: passed ? [] : wrong,
    };
  }

  private count(consentId: string, pseudonym: Buffer, passes: boolean, allowed: number) {
    const until = addMilliseconds(this.clock.now(), days(enrolmentLimits.comprehensionDays));
    return this.unitOfWork.run(async (tx) => {
      const [counted] = await tx.query<{ tries: number; passed: boolean }>(
        `INSERT INTO research.comprehension AS c (id, consent_id, pseudonym, tries, passed, kept_until)
         VALUES ($1, $2, $3, 1, $4, $5)
         ON CONFLICT (consent_id, pseudonym) DO UPDATE
           SET tries = c.tries + 1, passed = excluded.passed, kept_until = excluded.kept_until
           WHERE NOT c.passed AND ($6 = 0 OR c.tries < $6)
         RETURNING tries, passed`,
        [randomId(), consentId, pseudonym, passes, until.toISOString().slice(0, 10), allowed],
      );
      if (counted) return counted;
      const [before] = await tx.query<{ tries: number; passed: boolean }>(
        `SELECT tries, passed FROM research.comprehension WHERE consent_id = $1 AND pseudonym = $2`,
        [consentId, pseudonym],
      );
      if (!before?.passed) throw new DomainError('no_tries_left');
      return before;
    });
  }
}
