import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Caller } from '../access/caller';
import type { Config } from '../config';
import { spreadDemoTimes } from '../enrolment/demo/spread-moments';
import { LaunchedSessionRead } from '../enrolment/sessions/launched-session.read';
import { Clock, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { Secrets } from '../platform/security/secrets';
import { demoCollaboratorEmail } from '../processes/registration/seed-accounts';
import { RunRecords } from '../runtime/record-log/run-records';
import { RehearsalsRead } from '../runtime/rehearsals/rehearsals.read';
import { SlotChoiceRead } from '../slots/bookings/slot-choice.read';
import { SlotsRead } from '../slots/slots.read';
import { demoHostedConsent, demoHostedStudy } from './demo-hosted-study';
import {
  demoConsent,
  demoConsentOnSite,
  demoExternalConsent,
  demoStudy,
  demoStudyOnSite,
  demoExternalStudy,
} from './demo-study';
import { FoldersRead } from '../resources/lists/folders.read';
import { StudyMembersRead } from '../studies/people/study-members.read';
import { SessionPaymentsRead } from '../payments/payments/session-payments.read';
import { TimelinesRead } from '../study-files/builder/timelines.read';
import { ClassReviewRead } from '../teaching/class-reviews/class-review.read';
import { seedBonus } from './seed-bonus';
import { seedClassStudies } from './seed-building';
import { seedCollaborator } from './seed-collaborator';
import { seedMoney, seedPaymentMethods } from './seed-money';
import { seedOnSiteStudy } from './seed-on-site';
import { seedRecruitingStudy } from './seed-recruiting';
import { seedRehearsal } from './seed-rehearsal';
import { seedHostedStudyFiles } from './seed-hosted-study';
import { seedResources } from './seed-resources';
import { seedSimulatedParticipants } from './seed-simulated-participants';
import { seedTeaching } from './seed-teaching';
import { AssignmentsRead } from '../teaching/assignments/assignments.read';
import { msSinceSimulatedLaunch, simulatedMomentsOf } from './simulated-moments.rule';

/** "DEMO". */
export const demoSeedLockId = 0x44454d4f;

/**
 * Waits until no other process fills in the demo. Such a process may still be running if an earlier
 * start of the server was killed.
 * @returns the connection that holds the lock until it is released, or until this process ends
 */
export async function holdSeedLock(source: DataSource): Promise<QueryRunner> {
  const lock = source.createQueryRunner();
  await lock.query('SET lock_timeout = 0');
  await lock.query('SET statement_timeout = 0');
  await lock.query(`SELECT pg_advisory_lock(${demoSeedLockId})`);
  return lock;
}

/**
 * Creates the demo's studies and everything in them with the product's own commands. The process
 * may be stopped after any command: the next start adds what is missing, and nothing twice.
 */
export async function fillDemo({
  app,
  config,
  administrator,
  researcher,
  collaborator,
  participant,
  guests,
  simulated,
}: {
  app: INestApplicationContext;
  config: Config;
  administrator: Caller;
  researcher: Caller;
  collaborator: Caller;
  participant: Caller;
  guests: readonly Caller[];
  simulated: readonly Caller[];
}): Promise<void> {
  const of = <T>(one: new (...args: never[]) => T): T => app.get<T>(one, { strict: false });
  const [commands, clock, secrets] = [of(CommandBus), of(Clock), of(Secrets)];
  const [sessions, members] = [of(LaunchedSessionRead), of(StudyMembersRead)];
  const currency = config.currencies.includes('EUR') ? 'EUR' : (config.currencies[0] ?? 'EUR');
  const demo = { commands, work: of(UnitOfWork), clock, researcher, currency };
  const edits = (studyId: string) =>
    seedCollaborator({ commands, secrets, members }, studyId, {
      owner: researcher,
      invited: collaborator,
      email: demoCollaboratorEmail,
    });

  await seedMoney({ commands, administrator, researcher, currency });
  const faces = await seedRecruitingStudy(demo, { study: demoStudy, consent: demoConsent });
  await edits(faces.studyId);
  // The classroom is created before the first participation, so that credits of participations can
  // be assigned to the course.
  const students = classOf(participant, guests, simulated);
  const classroomId = await seedTeaching({
    ...{ commands, work: demo.work, clock, assignments: of(AssignmentsRead), administrator },
    instructor: collaborator,
    students,
  });
  await seedClassStudies({
    ...{ commands, work: demo.work, clock, classroomId, instructor: collaborator },
    ...{
      timelines: of(TimelinesRead),
      reviews: of(ClassReviewRead),
      assignments: of(AssignmentsRead),
    },
    builders: [students[0], students[1]],
  });
  if (config.demoStudyUrl)
    await seedRecruitingStudy(demo, {
      study: demoExternalStudy(config.demoStudyUrl),
      consent: demoExternalConsent,
    });

  const here = await seedRecruitingStudy(demo, {
    study: demoHostedStudy,
    consent: demoHostedConsent,
    before: (studyId, isSet) => seedHostedStudyFiles(commands, studyId, researcher, isSet),
  });
  await seedPaymentMethods({ commands, researcher, currency }, here.studyId, {
    amount: demoHostedStudy.reward?.amount ?? 0,
    methods: ['gift_code', 'bank'],
  });
  await seedResources({ commands, folders: of(FoldersRead), researcher }, faces.studyId);
  if (!here.isSpread) {
    const ids = await seedSimulatedParticipants({ commands, sessions, simulated }, here.sessionId);
    const paying = { commands, researcher, payments: of(SessionPaymentsRead) };
    await seedBonus(paying, here.sessionId, ids.slice(0, 3), 50);
    const now = clock.now();
    await spreadDemoTimes(
      config.migrationDatabaseUrl,
      here.sessionId,
      addMilliseconds(now, -msSinceSimulatedLaunch),
      ids.map((id, n) => ({ id, ...simulatedMomentsOf(n, ids.length, now) })),
    );
  }
  const rehearsed = { commands, records: of(RunRecords), rehearsals: of(RehearsalsRead) };
  await seedRehearsal(rehearsed, here.studyId, researcher.person.account_id);

  const onSite = await seedRecruitingStudy(demo, {
    study: demoStudyOnSite,
    consent: demoConsentOnSite,
  });
  await edits(onSite.studyId);
  await seedOnSiteStudy(
    {
      ...{ commands, sessions, secrets, clock, researcher, participant, guests },
      slots: of(SlotsRead),
      choices: of(SlotChoiceRead),
    },
    onSite.sessionId,
  );
}

/** Makes a few of the demo's participants members of the class; the first of them submit work. */
function classOf(
  participant: Caller,
  [first, second]: readonly Caller[],
  simulated: readonly Caller[],
): [Caller, Caller, ...Caller[]] {
  if (!first || !second) throw new Error('the demo lacks people');
  return [first, second, participant, ...simulated.slice(0, 4)];
}
