import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { countQuarterHours } from '../../../contracts/teaching/credit.rule';
import { ParticipationOwnerRead } from '../../enrolment/links/participation-owner.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { shuffle } from '../../research-data/selection/shuffled';
import { presentAndFormerPeopleOf } from '../withheld-names/people-ever';
import { studentKeyOf } from '../model/student-key';
import { acquireStudentWorkLock } from '../model/student-lock';
import { addCredit, isCreditGranted } from './add-credit';
import { courseForCredit } from './course-choice.rule';
import { creditKeyOfParticipation, creditKeyOfSubmission } from './credit-keys';
import {
  beginGranting,
  creditsPerPage,
  endGranting,
  participationsToCredit,
  submissionsToCredit,
  markSubmissionCredited,
  type DueParticipation,
} from './due-credits';
import { lockOpenCoursesOf } from './open-courses';
import { isCreditWithheld } from './withheld-credit';

/**
 * Grants the credits of participations and submissions. Participations take three steps:
 * 1. one transaction marks a page of participations as being granted;
 * 2. one transaction for each participation adds its credit;
 * 3. one transaction marks the page as granted.
 *
 * No transaction writes both participations and credits: their rows would contain the same
 * transaction id, which would link them. Steps 1 and 3 write whole pages, so that consecutive
 * transaction ids do not link a participation with its credit. If a run is interrupted, the next
 * run continues it. The unique `source_key` keeps a credit from being granted twice.
 */
@Injectable()
export class GrantCredits {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly owners: ParticipationOwnerRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @returns how many credits were granted */
  async run(): Promise<number> {
    let granted = 0;
    for (;;) {
      const page = await this.page();
      granted += page;
      if (page < creditsPerPage) return granted;
    }
  }

  private async page(): Promise<number> {
    const today = utcDay(this.clock.now());
    await this.unitOfWork.run((tx) => beginGranting(tx, today));
    const participations = await participationsToCredit(this.source);
    const submissions = await submissionsToCredit(this.source, today);
    const done: string[] = [];
    const accounts = await this.accountsOf(participations);
    const people = await this.peopleOf(participations);
    const work = [
      ...participations.map((one) => async () => {
        const accountId = accounts.get(one.participation_id);
        await this.participation(one, accountId, people.get(one.study_id) ?? []);
        done.push(one.participation_id);
        return 1;
      }),
      ...submissions.map((one) => () => this.submission(one.id, one.student_key)),
    ];
    try {
      // In random order, so that the order of ledger entries and rows does not show which credit is
      // for a study and which for an alternative.
      return await runForEachRow(shuffle(work), (one) => one());
    } finally {
      if (done.length > 0) await this.unitOfWork.run((tx) => endGranting(tx, done));
    }
  }

  private async accountsOf(page: readonly DueParticipation[]): Promise<Map<string, string>> {
    if (page.length === 0) return new Map();
    const owners = await this.owners.byParticipations(page.map((one) => one.participation_id));
    return new Map(owners.map((one) => [one.participation_id, one.account_id]));
  }

  /**
   * Reads the owner's and the collaborators' accounts once for each study, since the many
   * participations of a page belong to few studies.
   */
  private async peopleOf(page: readonly DueParticipation[]): Promise<Map<string, string[]>> {
    const people = new Map<string, string[]>();
    for (const studyId of new Set(page.map(({ study_id }) => study_id)))
      people.set(studyId, await presentAndFormerPeopleOf(this.source, studyId));
    return people;
  }

  /**
   * Grants the credit of a participation. Does nothing if the account was erased, or if its link to
   * the participation was deleted.
   */
  private async participation(
    { participation_id, quarters, day }: DueParticipation,
    accountId: string | undefined,
    people: readonly string[],
  ): Promise<void> {
    if (accountId === undefined) return;
    const studentKey = studentKeyOf(this.secrets, accountId);
    const sourceKey = creditKeyOfParticipation(this.secrets, participation_id);
    await this.unitOfWork.run(async (tx) => {
      await acquireStudentWorkLock(tx, studentKey);
      if ((await isCreditGranted(tx, sourceKey)) || !(await isThere(tx, accountId))) return;
      const courseId = courseForCredit(await lockOpenCoursesOf(tx, accountId, studentKey), day);
      const withheld =
        courseId !== null && (await isCreditWithheld(tx, people, accountId, courseId));
      const credit = {
        sourceKey,
        source: 'study',
        studentKey,
        quarters,
        courseId,
        withheld,
      } as const;
      await addCredit(tx, credit, utcDay(this.clock.now()));
    });
  }

  private submission(id: string, studentKey: Buffer): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      await acquireStudentWorkLock(tx, studentKey);
      const taken = await markSubmissionCredited(tx, id);
      if (!taken) return 0;
      const sourceKey = creditKeyOfSubmission(this.secrets, id);
      if (await isCreditGranted(tx, sourceKey)) return 0;
      const credit = {
        sourceKey,
        source: 'alternative',
        studentKey,
        quarters: countQuarterHours(taken.minutes),
        courseId: taken.course_id,
        withheld: false,
      } as const;
      await addCredit(tx, credit, utcDay(this.clock.now()));
      return 1;
    });
  }
}

/**
 * Whether the account exists. Does not lock the row: a lock would store the transaction's id in it,
 * which would link the account with the credit.
 */
async function isThere(tx: Transaction, accountId: string): Promise<boolean> {
  const found = await tx.query(`SELECT 1 FROM identity.person WHERE id = $1`, [accountId]);
  return found.length > 0;
}
