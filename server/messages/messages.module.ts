import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { BroadcastMessageHandler } from './broadcast.command';
import { BroadcastsRead } from './broadcasts.read';
import { DecideMessageReportHandler } from './reports/decide-report.command';
import { InboxRead } from './inbox.read';
import { MarkConversationReadHandler } from './mark-read.command';
import { MessageReportsRead } from './reports/message-reports.read';
import { MessagesRead } from './messages.read';
import { ReportMessageHandler } from './reports/report-message.command';
import { WriteMessageHandler } from './write-message.command';

const reads = [MessagesRead, InboxRead, BroadcastsRead, MessageReportsRead];

@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    WriteMessageHandler,
    MarkConversationReadHandler,
    ReportMessageHandler,
    DecideMessageReportHandler,
    BroadcastMessageHandler,
    RateLimit,
    ...reads,
  ],
  exports: reads,
})
export class MessagesModule {}
