import { resourcesErrors } from '../../contracts/resources/errors';
import * as files from '../../contracts/resources/files';
import * as folderSharing from '../../contracts/resources/folder-sharing';
import { resourceFaults } from '../../contracts/resources/resource-faults';
import * as uploads from '../../contracts/resources/uploads';
import { defineContext, endpointsOf } from '../platform/context/context';
import { declareErrors, declareFieldErrors } from '../platform/i18n/error-texts';
import { StoredFile } from '../platform/storage/stored-file.entity';
import { EmptyBinJob } from './bin/empty-bin.job';
import { resourcesMails } from './mails/quarantined.mail';
import { ReadVersionsJob } from './processing/read-versions.job';
import { ResourceFilesConsumer } from './processing/resource-files.consumer';
import { resourcesErasure } from './resources.erasure';
import { resourcesEvents } from './resources.events';
import { ResourcesModule } from './resources.module';
import { resourcesPolicies } from './resources.policy';
import { resourcesTables } from './resources.tables';
import { resourcesTexts } from './resources-texts';

export const resources = defineContext({
  name: 'resources',
  about:
    'Files and folders that researchers keep for their studies: stimuli, experiments, documents.',
  texts: [resourcesTexts],
  errors: declareErrors(resourcesErrors, (code, values) =>
    resourcesTexts.sentence(`error.${code}`, values),
  ),
  fieldErrors: declareFieldErrors(resourceFaults, (code) =>
    resourcesTexts.sentence(`field.${code}`),
  ),
  modules: [ResourcesModule],
  controllers: async () => [
    (await import('./files.controller.js')).FilesController,
    (await import('./folders.controller.js')).FoldersController,
    (await import('./uploads/uploads.controller.js')).UploadsController,
  ],
  endpoints: [...endpointsOf(files), ...endpointsOf(folderSharing), ...endpointsOf(uploads)],
  operations: [uploads.readUpload, uploads.sendUploadPiece],
  policies: resourcesPolicies,
  jobs: [EmptyBinJob, ReadVersionsJob],
  consumers: { 'resource-files': ResourceFilesConsumer },
  mails: [resourcesMails],
  events: resourcesEvents,
  silentEvents: {},
  tables: resourcesTables,
  erasure: resourcesErasure,
  ownContents: [
    `SELECT v.sha256, v.bytes, false FROM research.resource r
     JOIN research.resource_version v ON v.resource_id = r.id WHERE r.owner_id = $1::uuid`,
    // An upload reserves storage until its bytes are stored as a version.
    `SELECT 'upload ' || u.id, u.bytes, false FROM research.resource_upload u
     WHERE u.owner_id = $1::uuid AND u.state <> 'complete'`,
  ],
  keeps: [
    {
      of: StoredFile,
      because: 'a version of a file',
      exists: 'FROM research.resource_version v WHERE v.sha256 = kept.sha256',
    },
    {
      of: StoredFile,
      because: 'the small picture of a file',
      exists: 'FROM research.resource_version v WHERE v.thumbnail_sha256 = kept.sha256',
    },
  ],
  exportFiles: [
    {
      name: 'resources',
      position: 125,
      explains: resourcesTexts.sentence('export.resources'),
      sections: [
        {
          name: 'resources',
          table: 'research.resource',
          where: 'owner_id = $1',
          without: ['owner_id', 'name_key', 'bytes', 'type'],
        },
        {
          name: 'resource_versions',
          table: 'research.resource_version',
          where: 'resource_id IN (SELECT r.id FROM research.resource r WHERE r.owner_id = $1)',
          without: ['thumbnail_sha256'],
        },
      ],
    },
  ],
});
