import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/messaging/consumer';
import { isAnyUnsealed, SealAgreements } from './seal-agreements';

/** Seals new agreements into their study's hash chain within seconds (docs/domain.md, 3). */
@Injectable()
export class SealJob implements Job {
  readonly name = 'seal';
  readonly everyMs = 2_000;
  readonly isDue = isAnyUnsealed;
  constructor(private readonly seal: SealAgreements) {}

  run(): Promise<number> {
    return this.seal.run();
  }
}
