import { Module } from '@nestjs/common';
import { FailedSignInsRead } from '../authentication/failed-sign-ins/failed-sign-ins.read';
import { AuditChain } from './audit-chain';
import { AuditRead } from './audit.read';
import { DeleteOldAuditMonths } from './cut-audit';
import { SealAudit } from './seal-audit';
import { VerifyAudit } from './verify-audit';

/** The audit log and its hash chain. */
@Module({
  providers: [
    AuditChain,
    AuditRead,
    DeleteOldAuditMonths,
    FailedSignInsRead,
    SealAudit,
    VerifyAudit,
  ],
  exports: [AuditRead, DeleteOldAuditMonths, SealAudit, VerifyAudit],
})
export class AuditModule {}
