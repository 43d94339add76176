import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '../../contracts/base/languages';
import type { OperatorPage, OperatorPageName } from '../../contracts/operator/operator';
import { CONFIG, type Config } from '../config';
import { Clock } from '../platform/concurrency/clock';
import { runRepeatedly, type RepeatingTask } from '../platform/concurrency/repeat';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import type { Logger } from '../platform/observability/log';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';
import { LOG } from '../platform/platform.module';
import { operatorPageFallbackLanguage, readPageFiles, type OperatorPageFile } from './page-files';

const everyMs = 5_000;
interface Row {
  name: OperatorPageName;
  language: Language;
  version: string;
  body: string;
  since: Date;
}

/**
 * Provides the pages that the operator wrote as files (docs/decisions/texts-and-input.md). Each
 * server reads the folder every five seconds. A server shows a text only after the text was stored
 * as a version. So every text that a person read or accepted can be shown again.
 */
@Injectable()
export class OperatorPages implements OnApplicationShutdown {
  private shown = new Map<string, OperatorPageFile>();
  private told = '';
  private looking: RepeatingTask | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Resolves after the first reading of the folder. If that reading fails, the server starts
   * nevertheless.
   */
  async start(): Promise<void> {
    const failed = (error: unknown) =>
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'pages of the operator');
    await this.look().catch(failed);
    this.looking = runRepeatedly(() => this.look(), { everyMs, onError: failed });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.looking?.stop();
  }

  /**
   * Reads the folder. While a file is being written, or is refused, the previous text of its page
   * stays.
   */
  async look(): Promise<void> {
    const found = await readPageFiles(join(this.config.dataDir, 'pages'), Date.now());
    const shown = new Map<string, OperatorPageFile>();
    for (const one of found)
      if ('page' in one) shown.set(one.file, one.page);
      else {
        const before = this.shown.get(one.file);
        if (before) shown.set(one.file, before);
      }
    const fresh = [...shown].filter(([file, { version }]) => {
      return this.shown.get(file)?.version !== version;
    });
    for (const [, page] of fresh) await storeOperatorPage(this.source, page, this.clock.now());
    this.shown = shown;
    this.tellOfRefused(found.flatMap((o) => ('refused' in o ? [`${o.file} ${o.refused}`] : [])));
  }

  languagesOf(name: OperatorPageName): Language[] {
    return this.all(name).map(({ language }) => language);
  }

  /** The current versions of a page, one for each language. */
  versionsOf(name: OperatorPageName): string[] {
    return this.all(name).map(({ version }) => version);
  }

  /**
   * Reads the text of a page.
   * @param version an earlier version; without it, the current text in the wanted language, else in
   * English, else in any language
   * @throws DomainError not_found
   */
  async read(name: OperatorPageName, language: Language, version?: string): Promise<OperatorPage> {
    const all = this.all(name);
    const best =
      all.find((page) => page.language === language) ??
      all.find((page) => page.language === language.split('-')[0]) ??
      all.find((page) => page.language === operatorPageFallbackLanguage) ??
      all[0];
    const wanted = version ?? best?.version;
    if (wanted === undefined) throw new DomainError('not_found');
    const first: string = (version === undefined ? best?.language : undefined) ?? language;
    const rows: Row[] = await this.source.query(
      `SELECT name, language, version, body, since FROM platform.operator_page
       WHERE name = $1 AND version = $2 ORDER BY language = $3 DESC, language LIMIT 1`,
      [name, wanted, first],
    );
    const [row] = rows;
    if (!row) throw new DomainError('not_found');
    return {
      name,
      language: row.language,
      version: row.version,
      since: row.since.toISOString(),
      current: this.versionsOf(name).includes(row.version),
      body_markdown: row.body,
    };
  }

  private all(name: OperatorPageName): OperatorPageFile[] {
    return [...this.shown.values()].filter((page) => page.name === name);
  }

  /** Logs each refused page once, not every five seconds. */
  private tellOfRefused(refused: string[]): void {
    const told = refused.join('; ');
    if (told !== this.told && told !== '')
      this.log.warn({ pages: refused }, 'pages of the operator that are not shown as they are');
    this.told = told;
  }
}

/** Stores a text as a version of its page; an existing version is not changed. */
export async function storeOperatorPage(
  to: Pick<DataSource, 'query'> | Pick<Transaction, 'query'>,
  { name, language, version, body }: OperatorPageFile,
  now: Date,
): Promise<void> {
  await to.query(
    `INSERT INTO platform.operator_page (name, language, version, body, since)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [name, language, version, body, now],
  );
}
