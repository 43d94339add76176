import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { RenderedMail } from './mail-sender';
import { mailTo, localeOf, recipientColumns, type Recipient } from './recipient';
import { enrolled } from './templates/enrolled';
import { offer } from './templates/offer';

interface Row extends Recipient {
  state: string;
  study_id: string;
  title: string;
  duration_minutes: number;
  due_at: Date | null;
}

/** Seats that are taken and no longer only offered (DOMAIN 2). */
const hasPlace = ['enrolled', 'started', 'completed', 'approved'];

/**
 * Letters about a participation. The event knows no account: the link is read under the one role
 * that may (DOMAIN 4), and nothing of it is kept.
 */
@Injectable()
export class ParticipationMails {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Unless the place was given back meanwhile. */
  async enrolled(participationId: string): Promise<RenderedMail | null> {
    const to = await this.read(participationId);
    if (!to || !hasPlace.includes(to.state)) return null;
    return mailTo(
      to,
      enrolled(localeOf(to, this.config.publicWebUrl), {
        ...to,
        start_before: to.state === 'enrolled' ? to.due_at : null,
      }),
    );
  }

  /** Unless the offer was taken, declined, or is over. */
  async offered(participationId: string): Promise<RenderedMail | null> {
    const to = await this.read(participationId);
    if (to?.state !== 'offered') return null;
    return mailTo(
      to,
      offer(localeOf(to, this.config.publicWebUrl), { ...to, held_until: to.due_at }),
    );
  }

  private read(participationId: string): Promise<Row | undefined> {
    return this.unitOfWork.run(
      async (tx) => {
        const [row] = await tx.query<Row>(
          `SELECT ${recipientColumns}, p.state, p.due_at, p.study_id, coalesce(s.snapshot->>'title', st.title) AS title,
           coalesce((s.snapshot->>'duration_minutes')::integer, st.duration_minutes) AS duration_minutes
         FROM research.participation p JOIN research.session s ON s.id = p.session_id JOIN research.study st ON st.id = p.study_id
         JOIN identity.participation_link l ON l.participation_id = p.id JOIN identity.account a ON a.id = l.account_id
         WHERE p.id = $1`,
          [participationId],
        );
        return row;
      },
      { role: 'commonlab_link' },
    );
  }
}
