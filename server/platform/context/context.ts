import type { DynamicModule, Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Endpoint } from '../../../contracts/base/endpoint';
import type { NonJsonOperation } from '../../../contracts/base/non-json-operations';
import type { EventName } from '../../../contracts/base/events';
import type { Transaction } from '../db/unit-of-work';
import type { DeclaredErrors, DeclaredFieldErrors } from '../i18n/error-texts';
import type { Sentence } from '../i18n/texts';
import type { EventConsumer, ScheduledJob } from '../messaging/consumer';
import type { MailSource } from '../messaging/mail-source';
import type { ApiCallSample } from '../http/openapi';
import type { RateLimitRule } from '../security/rate-limit-rule';
import type { EncryptedColumn } from '../security/sealed-column';
import type { KeyPurpose, Secrets } from '../security/secrets';
import type { PagedRows, Snapshot } from '../db/snapshot';

export type NestModule = Type | DynamicModule;

/**
 * What one context (a folder of `server/`) adds to the product, as plain data. `server/contexts.ts` lists the contexts,
 * lowest first. The platform collects them (capabilities.ts), and does not start if a declaration is missing
 * (declaration-faults.ts). docs/adding-a-capability.md explains how to add a context.
 */
export interface Context {
  /** The context's name, equal to the name of its folder. */
  readonly name: string;
  /** One line for the record of processing: the purpose of the context. */
  readonly about: string;
  /** The texts of the context, in `locales/<language>/<namespace>.json`. They are read when a program starts. */
  readonly texts?: readonly { readonly namespace: string; load(): string[] }[];
  readonly modules?: readonly NestModule[];
  /** Nest modules that only the server loads, such as sockets. */
  readonly serverModules?: () => Promise<readonly NestModule[]>;
  readonly workerModules?: () => Promise<readonly NestModule[]>;
  /** The controllers. Only the server loads them, so that the workers load no HTTP code. */
  readonly controllers?: () => Promise<readonly Type[]>;
  readonly endpoints?: readonly Endpoint[];
  /** Routes whose response is not JSON, or that API clients do not use. */
  readonly operations?: readonly NonJsonOperation[];
  /** Example programs for API calls, by method and path, for the OpenAPI document. */
  readonly samples?: Readonly<Record<string, readonly ApiCallSample[]>>;
  readonly tables?: readonly TableDeclaration[];
  /** SQL views that other contexts may read, by `schema.name`, with the purpose of each. */
  readonly views?: Readonly<Record<string, string>>;
  /** The schema of each event's data, by name. */
  readonly events?: Readonly<Partial<Record<EventName, z.ZodType>>>;
  /** Error codes of this context with their HTTP statuses and sentences. */
  readonly errors?: DeclaredErrors;
  /** Error codes of invalid fields that only this context has, with their sentences. */
  readonly fieldErrors?: DeclaredFieldErrors;
  /** Events of this context that no consumer handles, with the reason for each. */
  readonly silentEvents?: Readonly<Partial<Record<EventName, string>>>;
  /** The consumers of events, by the names of their queues. */
  readonly consumers?: Readonly<Record<string, Type<EventConsumer>>>;
  readonly jobs?: readonly Type<ScheduledJob>[];
  readonly mails?: readonly MailSource[];
  readonly limits?: readonly RateLimitRule[];
  readonly keyPurposes?: readonly KeyPurpose[];
  readonly exportFiles?: readonly ExportFile[];
  readonly erasure?: ErasureSteps;
  readonly keeps?: readonly RetentionException[];
}

/** Rows of a table of a lower context that the retention job must not delete, because this context still needs them. */
export interface RetentionException {
  readonly of: EntityTarget<ObjectLiteral>;
  readonly because: string;
  /**
   * SQL that begins with `FROM` and completes the condition `EXISTS (SELECT 1 …)`. A row of the
   * lower context's table, with the alias `kept`, is not deleted while the condition is true. $1 is
   * the current time.
   */
  readonly exists: string;
}

/** One table: its personal data, how that is erased, and how long its rows are kept. */
export interface TableDeclaration {
  readonly entity: EntityTarget<ObjectLiteral>;
  /** One line that says what a row of the table contains. */
  readonly holds: string;
  readonly personalData: PersonalDataDeclaration;
  readonly retention: Retention;
  /** The columns that `Secrets.seal` encrypts. `secret:rotate` encrypts them again under a new key. */
  readonly sealed?: readonly EncryptedColumn[];
}

export type PersonalDataDeclaration =
  /** A table without personal data. `because` says why its rows identify no person. */
  | { readonly about: 'nobody'; readonly because: string }
  | {
      /** The person whose data the table contains: 'the account holder', 'the researcher who owns the study' … */
      readonly about: string;
      readonly erased: ErasureMethod;
      /** The file of the data export that contains the data, or the reason why they are not exported. */
      readonly exported: { readonly in: string } | { readonly not: string };
    };

/**
 * How the purge of an account erases the rows: by the foreign key to the account's row; by a statement of the context
 * (`erasure`); or not at all, because the rows contain only a pseudonym or no personal data.
 */
export type ErasureMethod =
  | { readonly by: 'foreign key' | 'statement' }
  | { readonly stays: string };

export interface Retention {
  /** How long rows are kept, and what ends that time, as a text for the record of processing. */
  readonly kept: string;
  /**
   * The rows that the retention job deletes. `where` is an SQL condition on the table, in which $1 is the current time
   * and $2 a week earlier. `key` is the column that identifies a row.
   */
  readonly expires?: { readonly key: string; readonly where: string };
}

/** A section of a file of the data export (GDPR, article 15). */
export type ExportSection =
  /**
   * All columns of a table except the columns in `without`. `where` is an SQL condition on the table, in which $1 is
   * the account.
   */
  | {
      readonly name: string;
      readonly table: string;
      readonly where: string;
      readonly without: readonly string[];
    }
  | {
      readonly name: string;
      readonly read: (
        snapshot: Snapshot,
        accountId: string,
        secrets: Secrets,
      ) => PagedRows['pages'];
    };

/** A file of the account holder that the data export contains unchanged. */
export interface ExportedUserFile {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ExportFile {
  /**
   * The file's name without its extension. If two contexts declare sections under the same name, they share the file.
   */
  readonly name: string;
  /** The position of the file in the archive and its index. */
  readonly position: number;
  /** Describes the file to the account holder. If several contexts add sections to a file, one of them describes it. */
  readonly explains?: Sentence;
  readonly sections: readonly ExportSection[];
  /** The account holder's other files that belong to this file, such as uploads. */
  readonly ownFiles?: (
    snapshot: Snapshot,
    accountId: string,
    secrets: Secrets,
  ) => AsyncIterable<ExportedUserFile>;
}

/** The time of a purge: the exact time, and the time to the minute, which records may contain. */
export interface PurgeTime {
  readonly now: Date;
  /**
   * The time to the minute. A stored time to the millisecond would reveal which seats were released together with the
   * account.
   */
  readonly minute: Date;
}

/**
 * The steps that a context runs when an account is purged (server/processes/purge-account.command.ts). Each step runs
 * for all contexts, the highest context first, before the next step begins.
 */
export interface ErasureSteps {
  /** Ends activities that need the account, such as recruiting, in a transaction before that of `erase`. */
  readonly prepare?: (tx: Transaction, accountId: string, at: PurgeTime) => Promise<void>;
  /**
   * Runs in the transaction that deletes the account, under the role commonlab_app. A step that switches to another
   * role must switch back before it ends.
   */
  readonly erase?: EraseStep;
  /**
   * Like `erase`, but runs after the `erase` steps of all contexts. It is for steps that lock a
   * complete table. While the table is locked, the purge must not wait for another row, such as the
   * row of a busy session.
   */
  readonly eraseLast?: EraseStep;
}

/**
 * One `erase` step of a context.
 * @returns a function that records further events. The purge calls it afterwards, in a separate
 * transaction, because events of the purge's own transaction could be linked to the account
 */
type EraseStep = (
  tx: Transaction,
  accountId: string,
  at: PurgeTime,
  secrets: Secrets,
) => Promise<((tx: Transaction) => void) | undefined>;

/** Returns the given context unchanged; its only use is that the compiler checks the type. */
export const defineContext = (context: Context): Context => context;

/** Makes a section of the data export with the account's rows of a table, without the column `account_id`. */
export const accountRowsSection = (
  name: string,
  table: string,
  ...without: string[]
): ExportSection => ({
  name,
  table,
  where: 'account_id = $1',
  without: ['account_id', ...without],
});

/** Declares personal data of the account holder that PostgreSQL deletes with the account's row, by a foreign key. */
export const accountHolderDeclaration = (
  exported: string | { readonly not: string },
): PersonalDataDeclaration => ({
  about: 'the account holder',
  erased: { by: 'foreign key' },
  exported: typeof exported === 'string' ? { in: exported } : exported,
});

/** Declares a table whose rows identify no person. */
export const noPersonalData = (because: string): PersonalDataDeclaration => ({
  about: 'nobody',
  because,
});

/** Declares that the retention job deletes rows after their `expires_at`. */
export const retentionUntilExpiry = (kept: string, key = 'id'): Retention => ({
  kept: `until expires_at: ${kept}`,
  expires: { key, where: 'expires_at <= $1' },
});

/** Finds the endpoints in a contract file. Other operations have a `method` in lower case. */
export const endpointsOf = (contract: object): Endpoint[] =>
  Object.values(contract).filter(
    (value: unknown): value is Endpoint =>
      typeof value === 'object' &&
      value !== null &&
      'replies' in value &&
      'method' in value &&
      value.method === String(value.method).toUpperCase(),
  );
