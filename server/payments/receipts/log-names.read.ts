import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DisbursementLogNames } from '../../../contracts/payments/receipts/log-names';
import { DisbursementLogFacts } from '../../../contracts/payments/receipts/receipts';
import type { Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { RosterNamesRead } from '../../enrolment/rosters/roster-names.read';
import { assertMayReadReceipt, rosterNameReaderOf } from './may-read';
import { disbursementLinesWithNames, tagsInDisbursementLog } from './named-lines.rule';
import { ReceiptsRead } from './receipts.read';

/** Reads the names for the lines of a disbursement log, as a separate sheet. */
@Injectable()
export class DisbursementLogNamesRead {
  constructor(
    private readonly source: DataSource,
    private readonly own: OwnParticipationRead,
    private readonly receipts: ReceiptsRead,
    private readonly roster: RosterNamesRead,
  ) {}

  /**
   * Shows the names in a disbursement log. As on a page of the roster, each named participant can
   * see that their name was read. Checks the policy `receipt.names`.
   * @param number the number of the log, which may have been replaced since
   * @throws DomainError not_found, also for a number of another session; forbidden,
   * session_anonymous, researcher_not_approved
   */
  async open(sessionId: string, number: string, caller: Caller): Promise<DisbursementLogNames> {
    const log = { type: 'disbursement-log', id: sessionId } as const;
    const reader = rosterNameReaderOf(caller.person);
    await assertMayReadReceipt(this.source.manager, this.own, log, caller.person.account_id);
    // Checked before the log is read: if no name may be shown, the response must not reveal which
    // logs exist.
    await this.roster.mustBeShown(sessionId, reader);
    const { body } = await this.receipts.byNumber(log, number, caller.person.account_id);
    const { currency, lines } = DisbursementLogFacts.parse(JSON.parse(body));
    const names = await this.roster.open(sessionId, tagsInDisbursementLog(lines), {
      ...reader,
      requestId: caller.request_id,
    });
    return { number, id: sessionId, currency, lines: disbursementLinesWithNames(lines, names) };
  }
}
