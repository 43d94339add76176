import { Controller } from '@nestjs/common';
import { readAudit } from '../../contracts/audit/audit';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { Handles } from '../platform/http/handles';
import { AuditRead } from './audit.read';

@Controller()
export class AuditController {
  constructor(private readonly log: AuditRead) {}

  @Handles(readAudit)
  read({ query }: EndpointInput<typeof readAudit>) {
    return this.log.page(query);
  }
}
