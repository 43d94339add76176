import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { SubmissionState, SubmissionVerdict } from '../../../contracts/teaching/assignments';
import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import type { Caller } from '../../access/caller';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { mayInClassroom } from '../model/membership';
import { studentKeyOf } from '../model/student-key';

interface Decided {
  state: SubmissionState;
  words: string | null;
  classroom_id: string;
  classroom_state: ClassroomState;
  has_course: boolean;
  role: ClassroomRole;
  own: boolean;
}

/** Accepts a submission, or sends it back. Returns the submission's classroom. */
export class DecideSubmission extends Command<string> {
  constructor(
    readonly id: string,
    readonly verdict: z.output<typeof SubmissionVerdict>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideSubmission)
export class DecideSubmissionHandler implements ICommandHandler<DecideSubmission> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the decision. If the student has replaced the submission meanwhile, the new one has a
   * new id, so the decision finds nothing. If the classroom has a course, accepted work earns
   * credit.
   * @throws DomainError not_found, submission_accepted, classroom_closed; forbidden for the student
   * who submitted it
   */
  execute({ id, verdict, caller }: DecideSubmission): Promise<string> {
    return this.unitOfWork.run(
      async (tx) => {
        const decided = await this.locked(tx, id, caller.person.account_id);
        const words = verdict.state === 'sent_back' ? verdict.words : null;
        if (decided.state === verdict.state && decided.words === words) return decided.classroom_id;
        if (decided.state === 'accepted') throw new DomainError('submission_accepted');
        if (decided.classroom_state !== 'open') throw new DomainError('classroom_closed');
        const isDue = verdict.state === 'accepted' && decided.has_course;
        await tx.query(
          `UPDATE identity.submission SET state = $2, words = $3, day = $4, credit = $5 WHERE id = $1`,
          [id, verdict.state, words, utcDay(this.clock.now()), isDue ? 'due' : 'none'],
        );
        if (decided.state !== verdict.state)
          tx.record('teaching.submission-decided', { submission_id: id });
        return decided.classroom_id;
      },
      { requestId: caller.request_id },
    );
  }

  private async locked(tx: Transaction, id: string, accountId: string): Promise<Decided> {
    const [found] = await tx.query<Decided>(
      `SELECT s.state, s.words, s.classroom_id, c.state AS classroom_state, c.course_id IS NOT NULL AS has_course,
         m.role, s.student_key = $3 AS own
       FROM identity.submission s JOIN identity.classroom c ON c.id = s.classroom_id
       JOIN identity.classroom_member m ON m.classroom_id = c.id AND m.account_id = $2
       WHERE s.id = $1 FOR UPDATE OF s`,
      [id, accountId, studentKeyOf(this.secrets, accountId)],
    );
    if (!found) throw new DomainError('not_found');
    // A student who has become an assistant must not accept their own work either.
    if (found.own) throw new DomainError('forbidden');
    if (!mayInClassroom(found.role, 'staff')) throw new DomainError('not_found');
    return found;
  }
}
