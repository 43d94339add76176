import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReceiptFile, ReceiptKeys } from '../../../contracts/payments/receipts/receipt-file';
import { checkGenuineness } from '../../../contracts/payments/receipts/receipt-text.rule';
import { type Receipt, type ReceiptVerdict } from '../../../contracts/payments/receipts/receipts';
import {
  parseReceiptNumber,
  receiptNumber,
  type ReceiptType,
} from '../../../contracts/payments/receipts/receipt-number';
import { CONFIG, type Config } from '../../config';
import { readReceiptSession } from '../../enrolment/sessions/receipt-session';
import type { Person } from '../../access/person';
import { RosterNamesRead } from '../../enrolment/rosters/roster-names.read';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { DomainError } from '../../platform/errors/errors';
import { isSignedBy } from '../../platform/security/ed25519';
import { Secrets } from '../../platform/security/secrets';
import { SigningKeys } from '../../platform/security/signing-keys';
import { researcherCode } from './researcher-code';
import { assertMayReadReceipt, rosterNameReaderOf } from './may-read';
import { findReceiptByNumber, findReplacementReceipt, type StoredReceipt } from './receipts.store';

/** Reads issued receipts, and verifies files of receipts. */
@Injectable()
export class ReceiptsRead {
  constructor(
    private readonly source: DataSource,
    private readonly own: OwnParticipationRead,
    private readonly roster: RosterNamesRead,
    private readonly secrets: Secrets,
    private readonly signing: SigningKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicWebUrl'>,
  ) {}

  /**
   * Reads a former receipt of an item, by its number.
   * @throws DomainError not_found, also for a number of another item
   */
  async byNumber(
    { type, id }: { type: ReceiptType; id: string },
    number: string,
    accountId: string,
  ): Promise<StoredReceipt> {
    await assertMayReadReceipt(this.source.manager, this.own, { type, id }, accountId);
    const parts = parseReceiptNumber(number);
    const found = parts && (await findReceiptByNumber(this.source.manager, parts));
    if (found?.thing_id !== id || found.type !== type) throw new DomainError('not_found');
    return found;
  }

  /**
   * Converts a receipt to the contract's format. The caller must check that the reader may read it.
   * @param thingId the item that the receipt is about
   */
  async view(stored: StoredReceipt, thingId: string, reader: Person): Promise<Receipt> {
    const { manager } = this.source;
    const session =
      stored.type === 'disbursement-log' ? await readReceiptSession(manager, thingId) : undefined;
    return {
      file: {
        receipt: stored.body,
        signature: stored.signature.toString('base64url'),
        key_version: stored.key_version,
        installation: (JSON.parse(stored.body) as { installation: string }).installation,
      },
      voided_by: await this.voidedBy(stored.id),
      own_code: session ? researcherCode(this.secrets, session.study_id, reader.account_id) : null,
      has_names:
        session !== undefined && (await this.roster.areShown(thingId, rosterNameReaderOf(reader))),
    };
  }

  keys(): ReceiptKeys {
    return {
      installation: this.config.publicWebUrl,
      keys: this.signing.publicKeys('receipt').map(({ version, key }) => ({
        version,
        public_key: key.toString('base64url'),
      })),
    };
  }

  /**
   * Verifies the file of a receipt. It reveals nothing about receipts, except to people who already
   * have the receipt's bytes.
   */
  async verdict(file: ReceiptFile): Promise<ReceiptVerdict> {
    // Does not compare the web address in the receipt with this installation's address, because an
    // installation may move. Only the keys decide whether this installation signed the receipt.
    const keys = { ...this.keys(), installation: file.installation };
    const found = await checkGenuineness(file, keys, (key, text, signature) =>
      isSignedBy(Buffer.from(key, 'base64url'), text, Buffer.from(signature, 'base64url')),
    );
    if (found !== 'genuine') return { valid: false, reason: found, voided_by: null };
    const parts = parseReceiptNumber((JSON.parse(file.receipt) as { number: string }).number);
    const stored = parts && (await findReceiptByNumber(this.source.manager, parts));
    // The signature is right but the database has no such receipt. Either it was lost when a backup
    // was restored, or the server’s key was stolen.
    if (stored?.body !== file.receipt) return { valid: false, reason: 'unknown', voided_by: null };
    const voided_by = await this.voidedBy(stored.id);
    return { valid: voided_by === null, reason: voided_by === null ? null : 'voided', voided_by };
  }

  private async voidedBy(id: string): Promise<string | null> {
    const later = await findReplacementReceipt(this.source.manager, id);
    return later ? receiptNumber(later.type, later.year, later.number) : null;
  }
}
