import { Inject, Injectable } from '@nestjs/common';
import { batchSessionLimits } from '../../../contracts/runtime/batch-session-limits';
import { CONFIG, type Config } from '../../config';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { FairShareBudget, type CostBounds } from './fair-share-budget.rule';

/**
 * Limits the cost of changes of shared documents, since each change reads and writes the complete
 * document in the thread that handles all requests. One budget is divided equally among all
 * sessions. Each session has a further budget, which is divided equally among its participants. If
 * a session or a participant has spent its part, the participant must wait.
 */
@Injectable()
export class BatchChangeLimiter {
  private readonly ofAll: FairShareBudget;
  private readonly ofSessions = new Map<string, FairShareBudget>();

  constructor(
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimits'>,
  ) {
    this.ofAll = new FairShareBudget(batchSessionLimits.costsOfAll, this.now());
  }

  /**
   * @throws DomainError too_many_requests if the participant has to wait, with the seconds until
   *   the next try
   */
  mustHave(sessionId: string, participationId: string): void {
    if (!this.config.rateLimits) return;
    const now = this.now();
    const waitMs = Math.max(
      this.ofAll.waitMs(sessionId, now),
      this.ofSession(sessionId, now).waitMs(participationId, now),
    );
    if (waitMs > 0)
      throw new DomainError(
        'too_many_requests',
        {},
        { retryAfter: Math.min(mostSeconds, Math.ceil(waitMs / 1_000)) },
      );
  }

  /** @param cost in characters that are read or written */
  spend(sessionId: string, participationId: string, cost: number): void {
    const now = this.now();
    this.ofAll.spend(sessionId, cost, now);
    this.ofSession(sessionId, now).spend(participationId, cost, now);
  }

  private ofSession(sessionId: string, now: number): FairShareBudget {
    const known = this.ofSessions.get(sessionId);
    if (known) return known;
    for (const [id, costs] of this.ofSessions) if (costs.isIdle(now)) this.ofSessions.delete(id);
    const made = new FairShareBudget(bounds, now);
    this.ofSessions.set(sessionId, made);
    return made;
  }

  private now = (): number => this.clock.now().getTime();
}

const bounds: CostBounds = batchSessionLimits.costsOfSession;
/**
 * The longest wait in seconds that a response states. The actual wait may be shorter, since a
 * participant's share grows when other participants leave.
 */
const mostSeconds = 30;
