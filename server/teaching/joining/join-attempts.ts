import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { teachingRateLimits } from '../teaching.rate-limits';

/** Who tries a code. */
export interface JoinAttempt {
  readonly account_id: string;
  readonly ip: string;
}

/** Limits attempts with wrong codes, by account and by network. */
@Injectable()
export class JoinAttempts {
  constructor(private readonly limit: RateLimit) {}

  /**
   * Counts the attempt before the code is checked, so that simultaneous attempts all count. If the
   * code was not wrong, the attempt is subtracted again.
   * @throws DomainError too_many_requests, and the errors of `work`
   */
  async counted<T>({ account_id, ip }: JoinAttempt, work: () => Promise<T>): Promise<T> {
    const counters = [
      [teachingRateLimits.codeTried, account_id],
      [teachingRateLimits.codeTriedFrom, clientNetworkOf(ip)],
    ] as const;
    for (const [rule, who] of counters) await this.limit.consume(rule, who);
    const takeBack = async () => {
      for (const [rule, who] of counters) await this.limit.refund(rule, who);
    };
    try {
      const answer = await work();
      await takeBack();
      return answer;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'invalid_join_code')) await takeBack();
      throw error;
    }
  }
}
