import { exportFileTexts } from './locales/export-files';
import * as contract from '../../contracts/audit';
import { defineContext, endpointsOf, ofNobody } from '../platform/context';
import { AuditSeal } from '../platform/security/audit.entity';
import { auditRecordRows } from './audit-export.read';
import { AuditModule } from './audit.module';
import { SealAuditJob } from './seal-audit.job';

const keyPurposes = ['audit'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const audit = defineContext({
  name: 'audit',
  about: 'The audit log, read and sealed.',
  modules: [AuditModule],
  controllers: async () => [(await import('./audit.controller.js')).AuditController],
  endpoints: endpointsOf(contract),
  jobs: [SealAuditJob],
  tables: [
    {
      entity: AuditSeal,
      holds: 'the seal of an audit record: its place in the chain',
      personalData: ofNobody('the chain over the audit log'),
      retention: { kept: 'for ever, with its record (decision 0020)' },
    },
  ],
  keyPurposes,
  exportFiles: [
    {
      name: 'audit-log',
      position: 140,
      explains: exportFileTexts['audit-log'],
      sections: [{ name: 'records', read: auditRecordRows }],
    },
  ],
});
