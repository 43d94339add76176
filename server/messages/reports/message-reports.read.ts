import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  MessageReportState,
  type MessageReport,
} from '../../../contracts/messages/message-reports';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { Secrets } from '../../platform/security/secrets';
import type { MessagePageRequest, PageOfItems } from '../messages.read';

interface ReportRow {
  id: string;
  message_id: string;
  state: MessageReportState;
  reported_by: MessageReport['reported_by'];
  reason: Buffer;
  reported_on: string;
  text: Buffer;
  removed: boolean;
  study_id: string;
  study_title: string;
}

const columns = `m.id, m.message_id, m.state, m.reported_by, m.reason, m.reported_on::text,
  t.text, t.removed, r.study_id, r.snapshot->>'title' AS study_title`;
const from = `research.message_report m JOIN research.message t ON t.id = m.message_id
  JOIN research.recruitment r ON r.id = t.session_id`;
const Position = z.strictObject({ open: z.boolean(), day: z.iso.date(), id: z.uuid() });

/**
 * Converts a report for administrators. They see the reported message, but neither its author nor
 * the other messages of the conversation.
 */
export const reportView = (secrets: Secrets, row: ReportRow): MessageReport => ({
  _id: row.id,
  state: row.state,
  reported_by: row.reported_by,
  reason: secrets.open('message-report', row.id, row.reason),
  day: row.reported_on,
  text: row.removed ? '' : secrets.open('message', row.message_id, row.text),
  study_id: row.study_id,
  study_title: row.study_title,
});

export async function lockMessageReport(
  tx: Transaction,
  id: string,
): Promise<ReportRow | undefined> {
  const [row] = await tx.query<ReportRow>(
    `SELECT ${columns} FROM ${from} WHERE m.id = $1 FOR NO KEY UPDATE OF m, t`,
    [id],
  );
  return row;
}

@Injectable()
export class MessageReportsRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
  ) {}

  /** Lists the reports for administrators: open ones first, then by day, the latest first. */
  list({ limit, cursor }: MessagePageRequest): Promise<PageOfItems<MessageReport>> {
    const after = decodeCursor(Position, cursor);
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<ReportRow>(
        `SELECT ${columns} FROM ${from}
         WHERE $1::boolean IS NULL
           OR ((m.state = 'open')::int, m.reported_on, m.id) < ($1::boolean::int, $2::date, $3::uuid)
         ORDER BY (m.state = 'open')::int DESC, m.reported_on DESC, m.id DESC LIMIT $4`,
        [after?.open ?? null, after?.day ?? null, after?.id ?? null, limit + 1],
      );
      const page = pageOfRows(rows, limit, (last) => ({
        open: last.state === 'open',
        day: last.reported_on,
        id: last.id,
      }));
      return { ...page, items: page.items.map((row) => reportView(this.secrets, row)) };
    });
  }
}
