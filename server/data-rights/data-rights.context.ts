import { dataRightsMails } from './mails/export-ready.mail';
import { dataRightsRateLimits } from './data-rights.rate-limits';
import { exportFileDownload } from '../../contracts/base/non-json-operations';
import { exportPolicies } from './export.policy';
import * as contract from '../../contracts/data-rights/data-rights';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  accountRowsSection,
} from '../platform/context/context';
import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { ExpireExportsJob } from './archive/expire-exports.job';
import { PersonalDataExportConsumer } from './archive/personal-data-export.consumer';
import { dataRightsErasure } from './data-rights.erasure';
import { dataRightsEvents } from './data-rights.events';
import { DataRightsModule } from './data-rights.module';
import { DataExportRow, ExportPart } from './export.entity';
import { dataRightsTexts } from './data-rights-texts';

const keyPurposes = ['export-url', 'export-part'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const dataRights = defineContext({
  name: 'data-rights',
  about: 'Exports of everything held about a person, and who saw their name.',
  texts: [dataRightsTexts],
  modules: [DataRightsModule],
  controllers: async () => [
    (await import('./exports.controller.js')).ExportsController,
    (await import('./export-file.controller.js')).ExportFileController,
  ],
  endpoints: endpointsOf(contract),
  events: dataRightsEvents,
  operations: [exportFileDownload],
  policies: exportPolicies,
  consumers: { export: PersonalDataExportConsumer },
  mails: [dataRightsMails],
  limits: Object.values(dataRightsRateLimits),
  jobs: [ExpireExportsJob],
  tables: [
    {
      entity: DataExportRow,
      holds: 'a request for a data export: its state, size and times',
      personalData: accountHolderDeclaration('exports'),
      retention: {
        kept: `its bytes until expires_at; its row says for ${dataRightsLimits.expiredExportDays} days that it has expired`,
        // The retention job deletes only the rows of exports. Before that, the expiry job
        // (expire-exports.job.ts) deletes the bytes of a finished export and notifies open pages.
        expires: {
          key: 'id',
          where: `expires_at <= $1 AND (state NOT IN ('ready', 'expired')
            OR expires_at <= $2::timestamptz - interval '${dataRightsLimits.expiredExportDays - 7} days')`,
        },
      },
    },
    {
      entity: ExportPart,
      holds: 'a part of the archive of an export, sealed; only commonlab_link reads it',
      sealed: [{ column: 'bytes', purpose: 'export-part', row: 'id', rowsAtOnce: 20 }],
      personalData: accountHolderDeclaration({ not: 'the copies themselves' }),
      retention: { kept: 'as long as its export, which loses it when it expires' },
    },
  ],
  keyPurposes,
  exportFiles: [
    {
      name: 'exports',
      position: 150,
      explains: dataRightsTexts.sentence('export.exports'),
      sections: [accountRowsSection('exports', 'identity.export', 'tries')],
    },
  ],
  erasure: dataRightsErasure,
});
