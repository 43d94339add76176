import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import { currencies } from '../../../contracts/money/currencies';
import type { AddedGiftCodes } from '../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import type { Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { findOrOpenSystemAccount } from '../../ledger/accounts';
import { transferPostings, type NewEntry } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { areEqualBytes } from '../../platform/security/same-bytes';
import { Secrets } from '../../platform/security/secrets';
import { paymentsRateLimits } from '../payments.rate-limits';
import { requestKey } from '../request-key';
import { findOrOpenWallet } from '../wallets/wallets';
import { parseGiftCodeFile, type UploadedGiftCode } from './gift-code-file.rule';
import { endResolvedShortages } from './shortages';
import { countAddedGiftCodes } from './stock.rule';
import { storeGiftCodes } from './store-gift-codes';
import { giftCodeAccountOf } from './gift-account';

type Added = AddedGiftCodes['added'];

/** Adds the gift codes of a file to the researcher's stock. Returns how many were added of each value. */
export class AddGiftCodes extends Command<Added> {
  constructor(
    readonly file: UploadedFile,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(AddGiftCodes)
export class AddGiftCodesHandler implements ICommandHandler<AddGiftCodes> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * All codes are added, or none. The file is read in memory: codes are never written to disk unencrypted.
   * @throws DomainError validation_failed with the faults by line; too_large, malformed_body, forbidden,
   * idempotency_conflict, too_many_requests
   */
  async execute({ file, caller, idempotencyKey }: AddGiftCodes): Promise<Added> {
    const { account_id } = caller.person;
    await this.limit.consume(paymentsRateLimits.giftCodeFile, account_id);
    const bytes = await bytesOf(file);
    const key = requestKey('gift-codes', account_id, idempotencyKey);
    const day = utcDay(this.clock.now());
    return this.unitOfWork.run(
      async (tx) => {
        if (!(await lockAccountRow(tx, account_id, 'share'))) throw new DomainError('forbidden');
        // A repeated request gets the response of the first one, even if a code has expired or a
        // currency is no longer offered by now.
        const earlier = await this.rememberFile(tx, key, bytes, day);
        const given = parseGiftCodeFile(bytes, {
          offered: earlier === undefined ? this.config.currencies : [...currencies],
          today: earlier ?? day,
        });
        if ('faults' in given)
          throw new DomainError('validation_failed', {}, { fields: [...given.faults] });
        if (earlier === undefined) await this.add(tx, account_id, key, day, given.codes);
        return countAddedGiftCodes(given.codes);
      },
      { requestId: caller.request_id },
    );
  }

  /**
   * Records the file. If two requests have the same key, the second waits here for the first.
   * @returns the day on which the same file was added under the key; undefined if the key is new
   * @throws DomainError idempotency_conflict if another file was added under the key
   */
  private async rememberFile(
    tx: Transaction,
    key: string,
    bytes: Buffer,
    day: string,
  ): Promise<string | undefined> {
    const content = this.secrets.mac('gift-code-twice', 'file', bytes.toString('latin1'));
    const added = await tx.query(
      `INSERT INTO identity.gift_code_file (request_key, content_key, added_on) VALUES ($1, $2, $3::date)
       ON CONFLICT (request_key) DO NOTHING RETURNING request_key`,
      [key, content, day],
    );
    if (added.length > 0) return undefined;
    const [former] = await tx.query<{ content_key: Buffer; added_on: string }>(
      `SELECT content_key, added_on::text AS added_on FROM identity.gift_code_file WHERE request_key = $1`,
      [key],
    );
    if (!former || !areEqualBytes(former.content_key, content))
      throw new DomainError('idempotency_conflict');
    return former.added_on;
  }

  private async add(
    tx: Transaction,
    accountId: string,
    key: string,
    day: string,
    codes: readonly UploadedGiftCode[],
  ): Promise<void> {
    const entries: NewEntry[] = [];
    const wallets = new Map<string, string>();
    // Wallets are opened in a fixed order, so that two uploads of one researcher cannot deadlock.
    for (const currency of [...new Set(codes.map((one) => one.currency))].sort()) {
      const wallet = await findOrOpenWallet(tx, accountId, currency, this.config);
      wallets.set(currency, wallet.id);
      const value = codes
        .filter((one) => one.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0);
      entries.push({
        key: `${key}:${currency}`,
        kind: 'gift-codes',
        day,
        postings: transferPostings(
          await findOrOpenSystemAccount(tx, 'outside', currency),
          await giftCodeAccountOf(tx, wallet.id, currency),
          value,
        ),
      });
    }
    await storeGiftCodes(tx, this.secrets, wallets, codes);
    for (const walletId of wallets.values()) await endResolvedShortages(tx, walletId, day);
    const posted = await postEntries(tx, entries);
    // The key was used before, but so long ago that the record of its file was deleted.
    if (posted.some(({ isNew }) => !isNew)) throw new DomainError('idempotency_conflict');
  }
}

/** @throws DomainError too_large, malformed_body */
async function bytesOf({ stream }: UploadedFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > paymentsLimits.giftCodeFileBytes) throw new DomainError('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
