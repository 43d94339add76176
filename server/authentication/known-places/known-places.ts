import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { CONFIG, type Config } from '../../config';
import { Clock, days, later } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { networkOf } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { sameBytes } from '../../platform/security/same-bytes';
import type { PlaceKind } from './known-place.entity';
import type { Browser } from './the-browser';

const foreignKeyViolation = '23503';

/** The origin of a request: `cookie` as the browser sent it. */
export interface Origin {
  readonly ip: string;
  readonly cookie: string | undefined;
}

/**
 * The place from which a sign-in to an address is tried, and the part of it by which its owner is recognized.
 */
export interface Place {
  readonly network: string;
  /** The id of the browser, where the owner of the address signed in with it before. */
  readonly knownBrowser: string | null;
  readonly isKnownNetwork: boolean;
}

/** Browsers and networks by which owners of accounts are recognised when they sign in. */
@Injectable()
export class KnownPlaces {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Runs one statement, whether or not the address has an account.
   * @param address lower case
   * @param by 'second factor': only places where a sign-in proved one are known
   */
  async recognise(
    address: string,
    { ip, cookie }: Origin,
    by: 'any sign-in' | 'second factor' = 'any sign-in',
  ): Promise<Place> {
    const network = networkOf(ip);
    // A request without a cookie gets a new browser id, which no account knows yet.
    const browser = this.browserOf(cookie) ?? newBrowser();
    const rows: { kind: PlaceKind }[] = await this.source.query(
      `SELECT kind FROM identity.known_place WHERE hash = ANY ($1::bytea[]) AND last_day > ($2::timestamptz AT TIME ZONE 'UTC')::date
       AND (second_factor OR NOT $3::boolean)`,
      [
        [this.hash('network', address, network), this.hash('browser', address, browser)],
        this.firstDay(),
        by === 'second factor',
      ],
    );
    return {
      network,
      knownBrowser: rows.some(({ kind }) => kind === 'browser') ? browser : null,
      isKnownNetwork: rows.some(({ kind }) => kind === 'network'),
    };
  }

  /**
   * Called after a sign-in or a reset is committed: its browser and its network are known from now on, and
   * the browser gets the cookie. If the process ends before, they stay unknown, and only lack the advantages
   * of a known place. Does nothing for an address that is not verified: it may be another person's.
   */
  async remember(
    { id, email, status }: { id: string; email: string; status: 'NEW' | 'ACTIVE' },
    ip: string,
    browser: Browser,
    isSecondFactor: boolean,
  ): Promise<void> {
    if (status !== 'ACTIVE') return;
    const own = this.browserOf(browser.sent) ?? newBrowser();
    try {
      await this.unitOfWork.run(async (tx) => {
        const add = (kind: PlaceKind, value: string) =>
          this.add(tx, id, kind, this.hash(kind, email.toLowerCase(), value), isSecondFactor);
        // Always in this order, so that two concurrent sign-ins cannot deadlock.
        await add('browser', own);
        await add('network', networkOf(ip));
      });
    } catch (error) {
      // The account was erased meanwhile.
      if ((error as { code?: string }).code !== foreignKeyViolation) throw error;
    }
    browser.keep(`${own}.${this.signature(own)}`, this.config.publicApiUrl.startsWith('https:'));
  }

  /** The account holder's newest places of each kind are kept, `authenticationLimits.knownPlaces` of them. */
  private async add(
    tx: Transaction,
    accountId: string,
    kind: PlaceKind,
    hash: Buffer,
    isSecondFactor: boolean,
  ): Promise<void> {
    const [row] = await tx.query<{ is_new: boolean }>(
      `INSERT INTO identity.known_place AS k (id, account_id, kind, hash, second_factor, last_day)
       VALUES ($1, $2, $3, $4, $5, ($6::timestamptz AT TIME ZONE 'UTC')::date)
       ON CONFLICT (account_id, hash) DO UPDATE SET second_factor = k.second_factor OR excluded.second_factor,
         last_day = greatest(k.last_day, excluded.last_day)
       WHERE k.last_day < excluded.last_day OR (excluded.second_factor AND NOT k.second_factor)
       RETURNING xmax = 0 AS is_new`,
      // A random id: an id ordered by time would reveal when the sign-in was.
      [randomUUID(), accountId, kind, hash, isSecondFactor, this.clock.now()],
    );
    if (!row?.is_new) return;
    await tx.query(
      `DELETE FROM identity.known_place WHERE id IN (
         SELECT id FROM identity.known_place WHERE account_id = $1 AND kind = $2
         ORDER BY last_day DESC, hash = $4 DESC, id OFFSET $3::int)`,
      [accountId, kind, authenticationLimits.knownPlaces, hash],
    );
  }

  /** The id in a cookie that this server signed; null for any other text. */
  private browserOf(cookie: string | undefined): string | null {
    const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
    if (id === undefined || signature === undefined) return null;
    return sameBytes(Buffer.from(signature), Buffer.from(this.signature(id))) ? id : null;
  }

  private signature(id: string): string {
    return this.secrets.mac('browser-cookie', id).toString('base64url');
  }

  private hash(kind: PlaceKind, address: string, value: string): Buffer {
    return this.secrets.mac('known-place', kind, address, value);
  }

  private firstDay(): Date {
    return later(this.clock.now(), -days(authenticationLimits.knownPlaceDays));
  }
}

const newBrowser = () => randomBytes(16).toString('base64url');

/**
 * Called when a new password is set: places from which an intruder signed in with the old one are no longer known.
 */
export async function forgetKnownPlaces(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.known_place WHERE account_id = $1`, [accountId]);
}
