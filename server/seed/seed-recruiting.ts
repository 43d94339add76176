import type { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { NewConsent } from '../../contracts/studies/consents';
import type { NewStudy } from '../../contracts/studies/studies';
import type { Caller } from '../access/caller';
import { ChangeSession } from '../enrolment/change-session/change-session.command';
import { CreateSession } from '../enrolment/change-session/create-session.command';
import { days, addMilliseconds, type Clock } from '../platform/concurrency/clock';
import type { UnitOfWork } from '../platform/db/unit-of-work';
import { PublishConsent } from '../studies/consents/publish-consent.command';
import { CreateStudy } from '../studies/create-study.command';
import { findDemoStudy } from './existing-demo-study';

interface Demo {
  commands: CommandBus;
  work: UnitOfWork;
  clock: Clock;
  researcher: Caller;
  /** The currency in which the demo's studies pay. */
  currency: string;
}
interface Recruiting {
  study: z.output<typeof NewStudy>;
  consent: z.output<typeof NewConsent>;
  /**
   * Prepares the study before its consent form is published, for instance uploads its files.
   * `isSet`: whether an earlier start of the server has already made the study run in the browser.
   */
  before?: (studyId: string, isSet: boolean) => Promise<void>;
}

/** A study of the demo and its launched session. */
export interface RecruitedSession {
  readonly studyId: string;
  readonly sessionId: string;
  /**
   * Whether an earlier start of the server has already moved the times of the participations into
   * the past.
   */
  readonly isSpread: boolean;
}

/**
 * Creates a study of the demo with a session that recruits. Each step is one transaction. If an
 * earlier start of the server was interrupted after a step, only the missing steps are made.
 */
export async function seedRecruitingStudy(
  { commands, work, clock, researcher, currency }: Demo,
  { study, consent, before }: Recruiting,
): Promise<RecruitedSession> {
  const { person, request_id } = researcher;
  const found = await findDemoStudy(work, person.account_id, study.title);
  const studyId =
    found?.studyId ??
    (await commands.execute(
      new CreateStudy(
        person,
        { ...study, reward: study.reward && { ...study.reward, currency } },
        request_id,
      ),
    ));
  if (before && !found?.isLaunched) await before(studyId, found?.isSet ?? false);
  if (!found?.hasConsent)
    await commands.execute(new PublishConsent(studyId, person, consent, request_id));
  const closes_at = addMilliseconds(clock.now(), days(60)).toISOString();
  const sessionId =
    found?.sessionId ??
    (await commands.execute(new CreateSession(studyId, { capacity: 50, closes_at }, researcher)))
      ._id;
  if (!found?.isLaunched)
    await commands.execute(new ChangeSession(sessionId, { state: 'active' }, researcher));
  return { studyId, sessionId, isSpread: found?.isSpread ?? false };
}
