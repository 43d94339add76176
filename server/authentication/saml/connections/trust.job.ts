import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { Clock, hours, addMilliseconds, minutes } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/errors/errors';
import { UnitOfWork } from '../../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../../platform/messaging/consumer';
import {
  discardPendingChange,
  effectTimeOfPendingChange,
  lockConnection,
  putChangeInForce,
} from './trust';

/**
 * Puts changes in force whose waiting period ended without an objection. The workers run this job
 * and also send the mails about the changes. So if no workers run for a while, no change takes
 * effect before an administrator could read the mail about it.
 */
@Injectable()
export class ApplyDueSsoChangesJob implements ScheduledJob {
  readonly name = 'sso-trust';
  readonly everyMs = minutes(1);
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM identity.saml_connection
      WHERE waiting_since <= ${now} - interval '${authenticationLimits.ssoTrustHours} hours')`;
  }

  /** @returns how many changes were put in force or discarded */
  async run(): Promise<number> {
    const due: { id: string }[] = await this.source.query(
      `SELECT id FROM identity.saml_connection WHERE waiting_since <= $1`,
      [addMilliseconds(this.clock.now(), -hours(authenticationLimits.ssoTrustHours))],
    );
    let count = 0;
    for (const { id } of due) if (await this.end(id)) count++;
    return count;
  }

  private end(id: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const connection = await lockConnection(tx, id).catch((error: unknown) => {
        // A DomainError means that the connection was removed in the meantime.
        if (error instanceof DomainError) return undefined;
        throw error;
      });
      if (!connection?.waiting_since || effectTimeOfPendingChange(connection.waiting_since) > now)
        return false;
      try {
        await putChangeInForce(tx, connection, { by: 'time' }, now);
      } catch (error) {
        // Another connection has this provider now, so the change is discarded. Nothing was written
        // before this check.
        if (!(error instanceof DomainError)) throw error;
        await discardPendingChange(tx, connection, null, now);
      }
      return true;
    });
  }
}
