import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { permissionError } from '../../studies/people/refusals';
import { maxPayForAnswersSql } from './most-by-answers';
import { mayOnStudySql } from '../../studies/study.policy';

/** The cost terms of a session. */
export interface SessionCostTerms {
  /** The study's owner, who pays. */
  readonly ownerId: string;
  readonly capacity: number;
  /**
   * The reward of one participant, in minor units; null if nothing is paid. Before the launch it is
   * the study's reward, unless a reward was set for the session.
   */
  readonly reward: number | null;
  readonly currency: string | null;
  /**
   * The highest amount that the answers of one participant may earn in addition to the reward;
   * minor units.
   */
  readonly mostByAnswers: number;
  /** Whether participants of the session are paid through this installation. */
  readonly isPaid: boolean;
  readonly isClosed: boolean;
}

/** The terms of a session for the people who manage it. */
@Injectable()
export class SessionCostTermsRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads the terms of a session.
   * @throws DomainError forbidden for an account that may only read the study, not_found for all
   * others
   */
  async of(sessionId: string, accountId: string): Promise<SessionCostTerms> {
    const [row]: (Omit<SessionCostTerms, 'ownerId' | 'isPaid' | 'isClosed' | 'mostByAnswers'> & {
      owner_id: string;
      most_by_answers: number;
      is_paid: boolean;
      is_closed: boolean;
      may_read: boolean;
      may_run: boolean;
    })[] = await this.source.query(
      `SELECT t.owner_id, s.capacity, s.audience <> 'panel' AS is_paid, s.state = 'closed' AS is_closed,
         CASE WHEN own.terms THEN s.reward_amount ELSE t.reward_amount END AS reward,
         CASE WHEN own.terms THEN s.reward_currency ELSE t.reward_currency END AS currency,
         ${maxPayForAnswersSql(`CASE WHEN s.launched_at IS NULL THEN t.payment_terms ELSE s.snapshot -> 'payment_terms' END`)}
           AS most_by_answers,
         ${mayOnStudySql('read', 't', '$2')} AS may_read, ${mayOnStudySql('run', 't', '$2')} AS may_run
       FROM research.session s JOIN research.study_profile t ON t.id = s.study_id,
         LATERAL (SELECT s.own_reward OR s.launched_at IS NOT NULL AS terms) own
       WHERE s.id = $1`,
      [sessionId, accountId],
    );
    if (!row?.may_run) throw permissionError(row?.may_read === true);
    return {
      ownerId: row.owner_id,
      capacity: row.capacity,
      reward: row.reward,
      currency: row.currency,
      mostByAnswers: row.most_by_answers,
      isPaid: row.is_paid,
      isClosed: row.is_closed,
    };
  }
}
