import { readFile } from 'node:fs/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import type { StudentSubmission } from '../../../contracts/teaching/assignments';
import { teachingLimits } from '../../../contracts/teaching/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { Storage, type TemporaryUpload } from '../../platform/storage/storage';
import { studentKeyOf } from '../model/student-key';
import { storeSubmission } from './store-submission';
import { classroomForSubmission } from './classroom-for-submission';
import { acquireStudentWorkLock } from '../model/student-lock';

export class SubmitAssignment extends Command<StudentSubmission> {
  constructor(
    readonly assignmentId: string,
    readonly work: { readonly text: string } | { readonly file: UploadedFile },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SubmitAssignment)
export class SubmitAssignmentHandler implements ICommandHandler<SubmitAssignment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Submits an alternative. A PDF is first written to disk and checked by its content. Only then
   * does a transaction read it into its row. So a slow sender holds no database connection, and
   * many large files need little memory.
   * @throws DomainError not_found, forbidden, classroom_closed, course_closed, not_open_yet,
   * deadline_passed, submission_accepted, unsupported_media_type, too_large, malformed_body
   */
  async execute({ assignmentId, work, caller }: SubmitAssignment): Promise<StudentSubmission> {
    const { account_id } = caller.person;
    if ('text' in work) return this.store(assignmentId, caller, () => Promise.resolve(work));
    // Checks the permission before it receives the file, so that a file that the server must refuse
    // does not arrive completely.
    await classroomForSubmission(this.source, assignmentId, account_id, this.clock.now());
    const arrived = await this.arrive(work.file);
    try {
      return await this.store(assignmentId, caller, async () => ({
        pdf: await readFile(arrived.path),
      }));
    } finally {
      await this.storage.discard([arrived]);
    }
  }

  private arrive(file: UploadedFile): Promise<TemporaryUpload> {
    return this.storage.arrive(file.stream, {
      type: 'application/pdf',
      maxBytes: teachingLimits.submissionPdfBytes,
    });
  }

  private store(
    assignmentId: string,
    { person: { account_id }, request_id }: Caller,
    content: () => Promise<{ text: string } | { pdf: Buffer }>,
  ): Promise<StudentSubmission> {
    const studentKey = studentKeyOf(this.secrets, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        await acquireStudentWorkLock(tx, studentKey);
        const now = this.clock.now();
        const { classroomId } = await classroomForSubmission(
          tx,
          assignmentId,
          account_id,
          now,
          true,
        );
        const work = { assignmentId, classroomId, studentKey, content: await content() };
        return storeSubmission(tx, work, now);
      },
      { requestId: request_id, turn: studentKey.toString('hex') },
    );
  }
}
