import { Module } from '@nestjs/common';
import { FailedSignInsRead } from '../authentication/failed-sign-ins/failed-sign-ins.read';
import { AuditChain } from './audit-chain';
import { AuditRead } from './audit.read';
import { CutAudit } from './cut-audit';
import { SealAudit } from './seal-audit';
import { VerifyAudit } from './verify-audit';

/** The audit log and its hash chain. */
@Module({
  providers: [AuditChain, AuditRead, CutAudit, FailedSignInsRead, SealAudit, VerifyAudit],
  exports: [AuditRead, CutAudit, SealAudit, VerifyAudit],
})
export class AuditModule {}
