import { Module } from '@nestjs/common';
import { AuditChain } from './audit-chain';
import { AuditRead } from './audit.read';
import { SealAudit } from './seal-audit';
import { VerifyAudit } from './verify-audit';

/** The audit log and its hash chain. */
@Module({
  providers: [AuditChain, AuditRead, SealAudit, VerifyAudit],
  exports: [AuditRead, SealAudit, VerifyAudit],
})
export class AuditModule {}
