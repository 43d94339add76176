import { Injectable } from '@nestjs/common';
import type { SessionTiming } from '../../../contracts/research-data/study-timing';
import {
  completionsOfStudy,
  sessionsOfStudy,
  startedParticipantsOfStudy,
  type ExportedStudySession,
  type StartedParticipant,
} from '../../enrolment/participations/started-participants.read';
import { showsName } from '../../enrolment/rosters/roster.rule';
import { Clock } from '../../platform/concurrency/clock';
import { Snapshots, type Snapshot } from '../../platform/db/snapshot';
import { finishedRuns, type FinishedRun } from '../../runtime/study-data/runs-of-study.read';
import { createFastRunCheck } from '../../runtime/timing/pace.rule';
import { choosePeopleToCount, isCompletedInTime } from './groups-of-five.rule';
import { countRunsByBands, type CountedRun } from './measure-counts.rule';

/** A participant who started, with their finished runs, and the day on which they completed the study. */
type Person = StartedParticipant & { readonly runs: FinishedRun[]; completed: string | null };

/**
 * Counts the timing measurements of a study, by session. It reads no records, because bands
 * (ranges) of the measured values are stored beside them.
 */
@Injectable()
export class StudyTimingRead {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly clock: Clock,
  ) {}

  ofStudy(studyId: string, seesNames: boolean): Promise<SessionTiming[]> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.snapshots.take(async (snapshot) => {
      const sessions = await sessionsOfStudy(snapshot, studyId);
      const people = await peopleOf(snapshot, studyId, sessions);
      return sessions.flatMap((session) => {
        const own = people.filter(({ session_id }) => session_id === session.id);
        const finished = own.reduce((sum, { runs }) => sum + runs.length, 0);
        if (finished === 0) return [];
        const counted = countedOf(session, own, { seesNames, today });
        const not_counted = finished - counted.length;
        return [{ session_id: session.id, not_counted, ...countRunsByBands(counted) }];
      });
    });
  }
}

async function peopleOf(
  snapshot: Snapshot,
  studyId: string,
  sessions: readonly ExportedStudySession[],
): Promise<Person[]> {
  const people = new Map<string, Person>();
  for await (const page of startedParticipantsOfStudy(snapshot, studyId))
    for (const taker of page) people.set(taker.id, { ...taker, runs: [], completed: null });
  for await (const page of completionsOfStudy(snapshot, studyId))
    for (const { id, day } of page) {
      const person = people.get(id);
      if (person) person.completed = day;
    }
  const ids = sessions.map(({ id }) => id);
  for await (const page of finishedRuns(snapshot, ids))
    for (const run of page) people.get(run.participation_id)?.runs.push(run);
  return [...people.values()];
}

function countedOf(
  session: ExportedStudySession,
  people: readonly Person[],
  { seesNames, today }: { seesNames: boolean; today: string },
): CountedRun[] {
  const isAnonymous = session.privacy_level === 'anonymous';
  // A run is shown by the same rule as in exports (selection/selected-runs.ts).
  const isSeen = ({ state }: Person, { last_day }: FinishedRun) =>
    last_day < today || (seesNames && showsName(session.privacy_level, state, true));
  const counted = isAnonymous
    ? anonymousRuns(people, today)
    : people.flatMap((person) =>
        person.runs
          .filter((run) => !person.withdrawn && run.sealed && isSeen(person, run))
          .map((run) => ({ participant: person.participant, run })),
      );
  // Runs are compared only with runs that are counted, so that a run that is not counted changes no
  // figure.
  const paceOf = ({ cell, timing }: FinishedRun) => ({ cell, seconds: timing?.seconds });
  const isFast = createFastRunCheck(counted.map(({ run }) => paceOf(run)));
  return counted.map(({ participant, run }) => ({
    participant,
    isAnonymous,
    environment: run.environment,
    focus_lost: run.focus_lost,
    timing: run.timing,
    // `isFast` is left out in a blinded session: it depends on the run's condition, which must stay
    // hidden.
    isFast: session.blinded ? undefined : isFast(paceOf(run)),
  }));
}

function anonymousRuns(people: readonly Person[], today: string) {
  const starters = people.map(({ participant, day, completed, withdrawn, runs }) => {
    const inTime = runs.filter(({ last_day }) => isCompletedInTime({ day }, last_day));
    const isHeld = withdrawn || inTime.some(({ sealed }) => !sealed);
    return { participant, day, completed, isHeld, inTime };
  });
  return choosePeopleToCount(starters, today).flatMap(({ participant, inTime }) =>
    inTime.map((run) => ({ participant, run })),
  );
}
