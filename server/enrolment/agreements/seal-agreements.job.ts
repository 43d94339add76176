import { Injectable } from '@nestjs/common';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { hasUnsealedAgreementSql, SealAgreements } from './seal-agreements';

/** Seals new agreements into their study's hash chain within seconds (docs/domain.md, 3). */
@Injectable()
export class SealAgreementsJob implements ScheduledJob {
  readonly name = 'seal';
  readonly everyMs = 2_000;
  readonly isDue = hasUnsealedAgreementSql;
  constructor(private readonly seal: SealAgreements) {}

  run(): Promise<number> {
    return this.seal.run();
  }
}
