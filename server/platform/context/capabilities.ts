import type { Type } from '@nestjs/common';
import { getMetadataArgsStorage, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Endpoint } from '../../../contracts/base/endpoint';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { registerErrors } from '../../../contracts/base/errors';
import { registerEvents, type EventName } from '../../../contracts/base/events';
import type {
  Context,
  ErasureSteps,
  ExportFile,
  RetentionException,
  NestModule,
  TableDeclaration,
} from './context';
import { findDeclarationFaults } from './declaration-faults';
import { registerErrorTexts, registerFieldTexts } from '../i18n/error-texts';
import { repeatedLimitHitsRuleOf } from '../security/rate-limit-rule';
import type { EncryptedTableColumn } from '../security/sealed-column';
import type { KeyPurpose } from '../security/secrets';
import type { EventConsumer, ScheduledJob } from '../messaging/consumer';
import type { MailSource } from '../messaging/mail-source';

/** A table that a context declares, with its name in SQL and the name of the context. */
export interface OwnedTable extends TableDeclaration {
  /** `schema.name` */
  readonly name: string;
  readonly context: string;
}

/**
 * The declarations of all contexts combined. Programs and the platform's code do not read the
 * single contexts, but this object.
 */
export interface Capabilities {
  readonly contexts: readonly Context[];
  readonly endpoints: readonly Endpoint[];
  /** All operations that the server serves, those with JSON responses (endpoints) first. */
  readonly operations: readonly ServerRoute[];
  readonly tables: readonly OwnedTable[];
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  readonly events: ReadonlyMap<EventName, z.ZodType>;
  readonly silentEvents: ReadonlySet<EventName>;
  /** The consumers by queue. */
  readonly consumers: ReadonlyMap<string, Type<EventConsumer>>;
  readonly jobs: readonly Type<ScheduledJob>[];
  readonly mailSources: readonly MailSource[];
  /** The files of the data export, in the order of the archive. */
  readonly exportFiles: readonly ExportFile[];
  readonly keeps: readonly RetentionException[];
  readonly limitNames: ReadonlySet<string>;
  readonly keyPurposes: ReadonlySet<KeyPurpose>;
  readonly sealed: readonly EncryptedTableColumn[];
  /**
   * The erasure steps of the contexts in the order in which a purge runs them: the highest context
   * first.
   */
  readonly erasures: readonly ErasureSteps[];
  /**
   * Loads the controllers of all contexts. Only the server calls it, because it loads HTTP code.
   */
  controllers(): Promise<Type[]>;
  serverModules(): Promise<NestModule[]>;
  workerModules(): Promise<NestModule[]>;
}

/** `schema.name` of an entity. */
function tableNameOf(entity: EntityTarget<ObjectLiteral>): string {
  const found = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!found) throw new Error('a context lists a table whose class is no entity');
  return `${found.schema ?? 'public'}.${found.name ?? ''}`;
}

/**
 * Combines the declarations of the contexts, and registers their events with the unit of work.
 * @param contexts lowest first: a context may use only those before it
 * @throws Error with a sentence for each missing or double declaration, so that the program does
 * not start
 */
export function collectCapabilities(contexts: readonly Context[]): Capabilities {
  const tables = contexts.flatMap((context) =>
    (context.tables ?? []).map((table) => ({
      ...table,
      name: tableNameOf(table.entity),
      context: context.name,
    })),
  );
  const gaps = findDeclarationFaults(contexts, tables);
  if (gaps.length > 0) throw new Error(`The contexts are incomplete:\n${gaps.join('\n')}`);
  const events = new Map(
    contexts.flatMap(({ events = {} }) => Object.entries(events) as [EventName, z.ZodType][]),
  );
  registerEvents(events);
  for (const { errors, fieldErrors } of contexts) {
    if (errors) {
      registerErrors(errors.codes);
      registerErrorTexts(errors);
    }
    if (fieldErrors) registerFieldTexts(fieldErrors);
  }
  const endpoints = contexts.flatMap((context) => context.endpoints ?? []);
  const modules = contexts.flatMap((context) => context.modules ?? []);
  return {
    contexts,
    endpoints,
    operations: [...endpoints, ...contexts.flatMap(({ operations = [] }) => operations)],
    tables,
    entities: tables.map(({ entity }) => entity),
    events,
    silentEvents: new Set(
      contexts.flatMap(({ silentEvents = {} }) => Object.keys(silentEvents) as EventName[]),
    ),
    consumers: new Map(contexts.flatMap(({ consumers = {} }) => Object.entries(consumers))),
    jobs: contexts.flatMap(({ jobs = [] }) => jobs),
    mailSources: contexts.flatMap(({ mails = [] }) => mails),
    exportFiles: exportFilesOf(contexts),
    limitNames: new Set(
      contexts.flatMap(({ limits = [] }) =>
        limits.flatMap((rule) => [
          rule.name,
          ...(rule.again ? [repeatedLimitHitsRuleOf(rule, rule.again).name] : []),
        ]),
      ),
    ),
    keyPurposes: new Set(contexts.flatMap(({ keyPurposes = [] }) => keyPurposes)),
    sealed: tables.flatMap(({ name, sealed = [] }) =>
      sealed.map((column) => ({ ...column, table: name })),
    ),
    keeps: contexts.flatMap(({ keeps = [] }) => keeps),
    erasures: contexts.flatMap(({ erasure }) => (erasure ? [erasure] : [])).reverse(),
    controllers: () => load(contexts.map(({ controllers }) => controllers)),
    serverModules: async () => [
      ...modules,
      ...(await load(contexts.map(({ serverModules }) => serverModules))),
    ],
    workerModules: async () => [
      ...modules,
      ...(await load(contexts.map(({ workerModules }) => workerModules))),
    ],
  };
}

async function load<T>(
  parts: readonly ((() => Promise<readonly T[]>) | undefined)[],
): Promise<T[]> {
  return (await Promise.all(parts.map(async (part) => (await part?.()) ?? []))).flat();
}

/** Merges the declared files of the same name into one file with all of their sections. */
function exportFilesOf(contexts: readonly Context[]): ExportFile[] {
  const files = new Map<string, ExportFile>();
  for (const file of contexts.flatMap(({ exportFiles = [] }) => exportFiles)) {
    const earlier = files.get(file.name);
    files.set(
      file.name,
      earlier
        ? {
            ...earlier,
            explains: earlier.explains ?? file.explains,
            sections: [...earlier.sections, ...file.sections],
          }
        : file,
    );
  }
  return [...files.values()].sort((a, b) => a.position - b.position);
}
