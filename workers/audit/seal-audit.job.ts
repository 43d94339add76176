import { Injectable } from '@nestjs/common';
import { SealAudit } from '../../server/administration/seal-audit';
import type { Job } from '../consumer';

/** New records of the audit log enter its chain within seconds. */
@Injectable()
export class SealAuditJob implements Job {
  readonly name = 'seal-audit';
  readonly everyMs = 2_000;
  constructor(private readonly seal: SealAudit) {}

  run(): Promise<number> {
    return this.seal.run();
  }
}
