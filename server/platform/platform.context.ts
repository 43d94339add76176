import {
  healthLive,
  healthReady,
  openApiDocument,
  corsPreflight,
  robotsFile,
  storedFile,
  runnerPage,
  webAppFile,
  webAppPage,
} from '../../contracts/base/non-json-operations';
import { defineContext, noPersonalData } from './context/context';
import { platformTexts } from './i18n/error-texts';
import { Outbox } from './messaging/outbox.entity';
import { ProcessedEvent } from './messaging/processed-event.entity';
import { AuditRecordRow } from './security/audit.entity';
import { RateLimitCounter } from './security/rate-limit-counter.entity';
import { SecretVersion } from './security/secret-version.entity';
import { StoredFile } from './storage/stored-file.entity';
import { SweepStoredFilesJob } from './storage/sweep-stored-files.job';

const keyPurposes = ['attempt', 'file-url', 'key-ring', 'message-id', 'room'] as const;

declare module './security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const platform = defineContext({
  name: 'platform',
  about: 'What every context stands on: database, outbox, queues, limits, files, HTTP.',
  texts: [platformTexts],
  controllers: async () => [
    (await import('./http/health.controller.js')).HealthController,
    (await import('./http/openapi.controller.js')).OpenApiController,
    (await import('./http/files/robots.controller.js')).RobotsController,
    (await import('./storage/storage.controller.js')).StorageController,
  ],
  operations: [
    healthLive,
    healthReady,
    openApiDocument,
    corsPreflight,
    robotsFile,
    storedFile,
    runnerPage,
    webAppFile,
    webAppPage,
  ],
  jobs: [SweepStoredFilesJob],
  tables: [
    {
      entity: Outbox,
      holds: 'a committed event on its way to the queues',
      personalData: noPersonalData('events on their way, ids only, gone within hours'),
      retention: {
        kept: 'until every consumer has processed the event, then at most a day (outbox sweeper)',
      },
    },
    {
      entity: ProcessedEvent,
      holds: 'which consumer has processed which event',
      personalData: noPersonalData('which event is processed'),
      retention: { kept: 'as long as its event (outbox sweeper)' },
    },
    {
      entity: AuditRecordRow,
      holds: 'who did what to which account, as ids and codes',
      personalData: {
        about: 'the account that acted and the account acted on',
        erased: {
          stays:
            'ids of an erased account lead to no name; the chain must stay whole until it is cut',
        },
        exported: { in: 'audit-log' },
      },
      retention: {
        kept:
          'in whole months, until the operator cuts off those that are older than ' +
          'AUDIT_RETENTION_MONTHS (npm run audit:cut, docs/decisions/audit-log.md)',
      },
    },
    {
      entity: RateLimitCounter,
      holds: 'how often something was tried under a keyed hash',
      personalData: noPersonalData(
        'counters against guessing under keyed hashes, gone within a day',
      ),
      retention: {
        kept: 'until its window and its block are over',
        expires: {
          key: 'key',
          where: 'window_ends_at <= $1 AND (blocked_until IS NULL OR blocked_until <= $1)',
        },
      },
    },
    {
      entity: SecretVersion,
      holds: 'a version of the secret key, as a hash that tells it from another key',
      personalData: noPersonalData('keys of the installation'),
      retention: { kept: 'for ever' },
    },
    {
      entity: StoredFile,
      holds: 'a stored file, named by its content',
      personalData: noPersonalData('files by their content; nobody is named'),
      retention: { kept: 'until a day after nothing refers to it; consent documents for ever' },
    },
  ],
  keyPurposes,
});
