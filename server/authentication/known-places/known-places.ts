import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { CONFIG, type Config } from '../../config';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { clientNetworkOf } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { areEqualBytes } from '../../platform/security/same-bytes';
import type { PlaceKind } from './known-place.entity';
import type { BrowserCookie } from './the-browser';

const foreignKeyViolation = '23503';

/**
 * Where a request comes from. `cookie`: the cookie by which the server recognises the browser, as
 * the browser sent it.
 */
export interface ClientIpAndCookie {
  readonly ip: string;
  readonly cookie: string | undefined;
}

/**
 * The place of an attempt to sign in to an address, and whether the owner of the address signed in
 * from there before.
 */
export interface SignInAttemptPlace {
  readonly network: string;
  /** The id of the browser, if the owner of the address signed in with it before; else null. */
  readonly knownBrowser: string | null;
  readonly isKnownNetwork: boolean;
}

/**
 * Remembers the browsers and networks from which account holders signed in, and recognises them at
 * later sign-ins.
 */
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
   * Finds out whether the owner of the address signed in from this browser or network before. It
   * runs the same statement for every address, so its duration does not reveal whether the address
   * has an account.
   * @param address lower case
   * @param by if 'second factor', a place is known only if a sign-in there proved a second factor
   */
  async recognise(
    address: string,
    { ip, cookie }: ClientIpAndCookie,
    by: 'any sign-in' | 'second factor' = 'any sign-in',
  ): Promise<SignInAttemptPlace> {
    const network = clientNetworkOf(ip);
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
   * Stores the browser and the network as known places of the account, and sends the browser its
   * cookie. Called after the transaction of a sign-in or a password reset: if the process ends
   * before this call, the places stay unknown, which does little harm. An address that is not
   * verified may belong to another person, so nothing is stored for it.
   */
  async remember(
    { id, email, status }: { id: string; email: string; status: 'NEW' | 'ACTIVE' },
    ip: string,
    browser: BrowserCookie,
    isSecondFactor: boolean,
  ): Promise<void> {
    if (status !== 'ACTIVE') return;
    const own = this.browserOf(browser.sent) ?? newBrowser();
    try {
      await this.unitOfWork.run(async (tx) => {
        const add = (kind: PlaceKind, value: string) =>
          this.add(tx, id, kind, this.hash(kind, email.toLowerCase(), value), isSecondFactor);
        // The order is always the same, so that two concurrent sign-ins cannot deadlock.
        await add('browser', own);
        await add('network', clientNetworkOf(ip));
      });
    } catch (error) {
      // If the account was erased in the meantime, the insert violates the foreign key. This is no
      // error.
      if ((error as { code?: string }).code !== foreignKeyViolation) throw error;
    }
    browser.keep(`${own}.${this.signature(own)}`, this.config.publicApiUrl.startsWith('https:'));
  }

  /** Only the newest places of each kind are kept, at most `authenticationLimits.knownPlaces`. */
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
      // The id is random: an id that is ordered by time would reveal when the sign-in was.
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

  /** Reads the browser's id from a cookie that this server signed; null for any other text. */
  private browserOf(cookie: string | undefined): string | null {
    const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
    if (id === undefined || signature === undefined) return null;
    return areEqualBytes(Buffer.from(signature), Buffer.from(this.signature(id))) ? id : null;
  }

  private signature(id: string): string {
    return this.secrets.mac('browser-cookie', id).toString('base64url');
  }

  private hash(kind: PlaceKind, address: string, value: string): Buffer {
    return this.secrets.mac('known-place', kind, address, value);
  }

  private firstDay(): Date {
    return addMilliseconds(this.clock.now(), -days(authenticationLimits.knownPlaceDays));
  }
}

const newBrowser = () => randomBytes(16).toString('base64url');

/**
 * Deletes the known places of an account. Called when a new password was set, because an intruder
 * may have signed in with the old password.
 */
export async function forgetKnownPlaces(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.known_place WHERE account_id = $1`, [accountId]);
}
