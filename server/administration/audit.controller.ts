import { Controller, UseGuards } from '@nestjs/common';
import { readAudit } from '../../contracts/audit';
import type { Input } from '../../contracts/endpoint';
import { mustBeAdministrator, SignedIn, TheCaller, type Caller } from '../identity/signed-in.guard';
import { Handles } from '../platform/handles';
import { AuditRead } from './audit.read';

@Controller()
@UseGuards(SignedIn)
export class AuditController {
  constructor(private readonly log: AuditRead) {}

  @Handles(readAudit)
  read({ query }: Input<typeof readAudit>, @TheCaller() caller: Caller) {
    mustBeAdministrator(caller);
    return this.log.page(query);
  }
}
