import type { DynamicModule, Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Endpoint } from '../../../contracts/base/endpoint';
import type { NonJsonOperation } from '../../../contracts/base/non-json-operations';
import type { EventName } from '../../../contracts/base/events';
import type { Transaction } from '../db/unit-of-work';
import type { DeclaredErrors, DeclaredFieldErrors } from '../i18n/error-texts';
import type { Sentence } from '../i18n/texts';
import type { Consumer, Job } from '../messaging/consumer';
import type { MailSource } from '../messaging/mail-source';
import type { CallSample } from '../http/openapi';
import type { Rule } from '../security/rate-limit-rule';
import type { SealedColumn } from '../security/sealed-column';
import type { Purpose, Secrets } from '../security/secrets';
import type { PagedRows, Snapshot } from '../db/snapshot';

export type NestModule = Type | DynamicModule;

/**
 * What one context (a folder of `server/`) adds to the product, as plain data. `server/contexts.ts`
 * lists the contexts, lowest first; the platform collects them (capabilities.ts) and refuses to
 * start where something is missing (gaps.ts). docs/adding-a-capability.md walks through one.
 */
export interface Context {
  /** The context's name, equal to the name of its folder. */
  readonly name: string;
  /** One line for the record of processing: the purpose of the context. */
  readonly about: string;
  /** Read when a program starts, from `locales/<language>/<namespace>.json`. */
  readonly texts?: readonly { readonly namespace: string; load(): string[] }[];
  /** Modules that both the server and the workers load. */
  readonly modules?: readonly NestModule[];
  /** Modules of the server only, loaded when it starts, such as sockets. */
  readonly serverModules?: () => Promise<readonly NestModule[]>;
  /** Modules that only the workers load. */
  readonly workerModules?: () => Promise<readonly NestModule[]>;
  /** The controllers. Only the server loads them, so that the workers load no HTTP code. */
  readonly controllers?: () => Promise<readonly Type[]>;
  readonly endpoints?: readonly Endpoint[];
  /** Routes whose response is not JSON, or that API clients do not use. */
  readonly operations?: readonly NonJsonOperation[];
  /** Example programs for calls, by method and path, for the OpenAPI document. */
  readonly samples?: Readonly<Record<string, readonly CallSample[]>>;
  readonly tables?: readonly Table[];
  /** Views, as `schema.name`, that other contexts may read in their SQL, and what each is for. */
  readonly views?: Readonly<Record<string, string>>;
  /** The schema of each event's data, by name. */
  readonly events?: Readonly<Partial<Record<EventName, z.ZodType>>>;
  /** Error codes of this context with their HTTP statuses and sentences. */
  readonly errors?: DeclaredErrors;
  /** Codes of refused fields that only this context has, with their sentences. */
  readonly fieldErrors?: DeclaredFieldErrors;
  /** Events of this context that have no consumer, each with the reason. */
  readonly silentEvents?: Readonly<Partial<Record<EventName, string>>>;
  /** The consumers by the name of their queue. */
  readonly consumers?: Readonly<Record<string, Type<Consumer>>>;
  readonly jobs?: readonly Type<Job>[];
  readonly mails?: readonly MailSource[];
  readonly limits?: readonly Rule[];
  readonly keyPurposes?: readonly Purpose[];
  readonly exportFiles?: readonly ExportFile[];
  readonly erasure?: Erasure;
  readonly keeps?: readonly Keep[];
}

/**
 * Rows of a table of a lower context that the retention job must not delete while this context
 * needs them.
 */
export interface Keep {
  readonly of: EntityTarget<ObjectLiteral>;
  readonly because: string;
  /** SQL after EXISTS (SELECT 1: `FROM …`, where `kept` is the row in question and $1 is now. */
  readonly exists: string;
}

/** One table: its personal data, how that is erased, and how long its rows are kept. */
export interface Table {
  readonly entity: EntityTarget<ObjectLiteral>;
  /** One line that says what a row is. */
  readonly holds: string;
  readonly personalData: PersonalData;
  readonly retention: Retention;
  /** Its columns that `Secrets.seal` encrypts: `secret:rotate` encrypts them again. */
  readonly sealed?: readonly SealedColumn[];
}

export type PersonalData =
  /** A table without personal data; `because` says why its rows identify no person. */
  | { readonly about: 'nobody'; readonly because: string }
  | {
      /** The person whose data it is: 'the account holder', 'the researcher who owns the study' … */
      readonly about: string;
      readonly erased: ErasedBy;
      /** The file of the data export that contains it, or the reason why it is not exported. */
      readonly exported: { readonly in: string } | { readonly not: string };
    };

/**
 * How the purge of an account erases the rows: with the account's row by foreign key, by a
 * statement of the context (`erasure`), or not at all, because the rows hold only a pseudonym or no
 * personal data.
 */
export type ErasedBy = { readonly by: 'foreign key' | 'statement' } | { readonly stays: string };

export interface Retention {
  /** How long rows are kept, and which event ends that, for the record of processing. */
  readonly kept: string;
  /**
   * The rows that the retention job deletes. `where` is SQL over the table: $1 is now, $2 a week
   * ago. `key` is the column that identifies a row.
   */
  readonly expires?: { readonly key: string; readonly where: string };
}

/** One section of a file of the data export (GDPR, article 15). */
export type ExportSection =
  /** Every column of a table except those left out; `where` over the table, $1 is the account. */
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

/** A file of the account holder's that is in the data export as it is. */
export interface OwnFile {
  /** The path of the file in the archive. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ExportFile {
  /** The file's name without the ending. Sections of two contexts under one name make one file. */
  readonly name: string;
  /** The order of the files in the archive and its index. */
  readonly position: number;
  /**
   * Describes the file to the account holder. One context describes the file for all contexts that add sections to
   * it.
   */
  readonly explains?: Sentence;
  readonly sections: readonly ExportSection[];
  /** Further files of the data export, beside the main one. */
  readonly ownFiles?: (
    snapshot: Snapshot,
    accountId: string,
    secrets: Secrets,
  ) => AsyncIterable<OwnFile>;
}

/** The time of a purge: `now`, and the minute that records may show. */
export interface PurgeMoment {
  readonly now: Date;
  /**
   * The time to the minute: a time to the millisecond would, as long as it is stored, reveal which seats were
   * released with the account.
   */
  readonly minute: Date;
}

/**
 * The steps of a context when an account is purged (server/processes/purge-account.command.ts); each step runs in all
 * contexts, the highest one first.
 */
export interface Erasure {
  /** Runs in an earlier transaction: ends activities that need the account, such as recruiting. */
  readonly prepare?: (tx: Transaction, accountId: string, at: PurgeMoment) => Promise<void>;
  /** Runs in the transaction that deletes the account, as commonlab_app; restores that role. */
  readonly erase?: EraseStep;
  /**
   * Like `erase`, but runs after every `erase`: for steps that lock a complete table, since a purge with such a lock
   * must not wait for the row of a busy session or for the account's row.
   */
  readonly eraseLast?: EraseStep;
}

/**
 * @returns the events to record afterwards in a separate transaction: in one transaction with the purge's events they
 * could be linked to the account.
 */
type EraseStep = (
  tx: Transaction,
  accountId: string,
  at: PurgeMoment,
  secrets: Secrets,
) => Promise<((tx: Transaction) => void) | undefined>;

/** Keeps the literal types of a context's declarations. */
export const defineContext = (context: Context): Context => context;

/** A section with the rows whose `account_id` is the account; that column is left out. */
export const ownRows = (name: string, table: string, ...without: string[]): ExportSection => ({
  name,
  table,
  where: 'account_id = $1',
  without: ['account_id', ...without],
});

/** Personal data of the account holder that the account's foreign key erases. */
export const ofAccount = (exported: string | { readonly not: string }): PersonalData => ({
  about: 'the account holder',
  erased: { by: 'foreign key' },
  exported: typeof exported === 'string' ? { in: exported } : exported,
});

/** A table whose rows identify no person. */
export const ofNobody = (because: string): PersonalData => ({ about: 'nobody', because });

/** Rows that the retention job deletes after their `expires_at`. */
export const untilExpiry = (kept: string, key = 'id'): Retention => ({
  kept: `until expires_at: ${kept}`,
  expires: { key, where: 'expires_at <= $1' },
});

/** The endpoints among the exports of a contract file; other operations have a method in lower case. */
export const endpointsOf = (contract: object): Endpoint[] =>
  Object.values(contract).filter(
    (value: unknown): value is Endpoint =>
      typeof value === 'object' &&
      value !== null &&
      'replies' in value &&
      'method' in value &&
      value.method === String(value.method).toUpperCase(),
  );
