import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { MessageReport } from '../../../contracts/messages/message-reports';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { lockMessageReport, reportView } from './message-reports.read';

/**
 * Records an administrator's decision about a reported message: to leave it unchanged, or to remove
 * its text for both sides.
 */
export class DecideMessageReport extends Command<MessageReport> {
  constructor(
    readonly reportId: string,
    readonly decision: 'dismissed' | 'removed',
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideMessageReport)
export class DecideMessageReportHandler implements ICommandHandler<DecideMessageReport> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, already_decided */
  execute({ reportId, decision, caller }: DecideMessageReport): Promise<MessageReport> {
    return this.unitOfWork.run(
      async (tx) => {
        const report = await lockMessageReport(tx, reportId);
        if (!report) throw new DomainError('not_found');
        if (report.state === decision) return reportView(this.secrets, report);
        if (report.state !== 'open') throw new DomainError('already_decided');
        await tx.query(`UPDATE research.message_report SET state = $2 WHERE id = $1`, [
          reportId,
          decision,
        ]);
        if (decision === 'removed')
          await tx.query(`UPDATE research.message SET removed = true, text = $2 WHERE id = $1`, [
            report.message_id,
            this.secrets.seal('message', report.message_id, ''),
          ]);
        await tx.audit(
          'message-report-decided',
          { actor: caller.person.account_id, details: { report_id: reportId, decision } },
          this.clock.now(),
        );
        const removed = report.removed || decision === 'removed';
        return reportView(this.secrets, { ...report, state: decision, removed });
      },
      { requestId: caller.request_id },
    );
  }
}
