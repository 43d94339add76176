import * as contract from '../../contracts/audit/audit';
import { defineContext, endpointsOf, noPersonalData } from '../platform/context/context';
import { AuditSeal } from '../platform/security/audit.entity';
import { auditRecordRows } from './audit-export.read';
import { AuditDeletionPoint } from './audit-cut.entity';
import { CreateAuditPartitionsJob } from './audit-months.job';
import { AuditModule } from './audit.module';
import { SealAuditJob } from './seal-audit.job';
import { auditTexts } from './audit-texts';

const keyPurposes = ['audit', 'audit-cursor', 'audit-id'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const audit = defineContext({
  name: 'audit',
  about: 'The audit log, read and sealed.',
  texts: [auditTexts],
  modules: [AuditModule],
  controllers: async () => [(await import('./audit.controller.js')).AuditController],
  endpoints: endpointsOf(contract),
  jobs: [SealAuditJob, CreateAuditPartitionsJob],
  tables: [
    {
      entity: AuditSeal,
      holds: 'the seal of an audit record: its place in the chain',
      personalData: noPersonalData('the chain over the audit log'),
      retention: { kept: 'as long as its record (npm run audit:cut)' },
    },
    {
      entity: AuditDeletionPoint,
      holds: 'where the chain begins since older months were cut off: a position, a seal, times',
      personalData: noPersonalData('the beginning of the chain'),
      retention: { kept: 'for ever: one row for each cut' },
    },
  ],
  keyPurposes,
  exportFiles: [
    {
      name: 'audit-log',
      position: 140,
      explains: auditTexts.sentence('export.audit-log'),
      sections: [{ name: 'records', read: auditRecordRows }],
    },
  ],
});
