import { Controller, UseGuards } from '@nestjs/common';
import { readAudit } from '../../contracts/audit';
import type { Input } from '../../contracts/endpoint';
import { AdministratorsOnly, SignedIn } from '../access/signed-in.guard';
import { Handles } from '../platform/http/handles';
import { AuditRead } from './audit.read';

@Controller()
@UseGuards(SignedIn, AdministratorsOnly)
export class AuditController {
  constructor(private readonly log: AuditRead) {}

  @Handles(readAudit)
  read({ query }: Input<typeof readAudit>) {
    return this.log.page(query);
  }
}
