import type { RunningApp } from '../../support/app/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import type { SeededRandom } from '../../support/chance/seeded';
import { unique } from '../../support/chance/unique';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { productRequestsOf } from './product-requests';
import { makeClassGroups } from './classes/built-in-class';
import { makeClassOfAllParticipants } from './classes/class-of-all';
import { registerCrowd, type Participant } from './crowd';
import { addSurveyToolData } from './survey-tool-data';
import { inRandomOrder, participationPlansOf } from './parts';
import type { HistorySession, HistoryStudy } from './studies-of-history';
import { studyMaker } from './study-maker';
import { letPeopleTakePart, type AnonymousParticipation } from './taking-part';

export interface SimulatedHistory extends NonParticipants {
  /** The id of the class of which all participants are students. */
  readonly classroom_id: string;
  readonly people: readonly Participant[];
  readonly studies: readonly HistoryStudy[];
  readonly sessions: readonly HistorySession[];
  readonly anonymous: readonly AnonymousParticipation[];
  /** Lets the analyst request an export after the exports of the owners are ready. */
  readonly exportAgain: () => Promise<void>;
}

const minute = 60_000;
const levels = ['anonymous', 'roster_on_completion', 'roster_on_start'] as const;

/** The people who are not participants. */
export interface NonParticipants {
  readonly hostile: TestPerson;
  readonly second: TestPerson;
  readonly pending: TestPerson;
  readonly administrator: TestPerson;
  /**
   * Collaborators of the hostile researcher's studies, who may read the rosters. The editor and the
   * analyst also have a study of their own.
   */
  readonly editor: TestPerson;
  readonly analyst: TestPerson;
  readonly viewer: TestPerson;
  /**
   * The instructor and the assistant teach a class of which all participants are students; the
   * instructor has studies, too.
   */
  readonly instructor: TestPerson;
  readonly assistant: TestPerson;
  /**
   * Students of that class. Each of them builds a study that recruits in the class, and takes part
   * in other studies.
   */
  readonly builder: Participant;
  readonly mate: Participant;
}

export const makeNonParticipants = async ({ source }: RunningApp): Promise<NonParticipants> => ({
  hostile: await makeResearcher(source),
  second: await makeResearcher(source),
  pending: await makeResearcher(source, { researcher_privilege: null }),
  administrator: await makeAdministrator(source),
  editor: await makeResearcher(source),
  analyst: await makeResearcher(source),
  viewer: await makeResearcher(source),
  instructor: await makeResearcher(source),
  assistant: await makeResearcher(source),
  builder: await student(source),
  mate: await student(source),
});

async function student(source: RunningApp['source']): Promise<Participant> {
  const first_name = `Builder${unique()}`;
  return { ...(await makePerson(source, { first_name })), first_name };
}

export interface HistoryCallbacks {
  readonly advance: (ms: number) => void;
  /** Called with the topics of each launched session. */
  readonly launched: (topics: readonly string[]) => Promise<void>;
  /** Called after each step of an anonymous session of the hostile researcher. */
  readonly stepped: (session: Pick<HistorySession, '_id' | 'is_hosted' | 'study'>) => Promise<void>;
}

/**
 * Simulates two researchers who do everything that the product allows to learn names: they have
 * studies of all privacy levels, sessions of several levels in one study, and follow-ups for people
 * who completed an anonymous study. Each person takes part in an anonymous session and in others,
 * in random order, with minutes between the steps. Leaves out steps that the product refuses.
 */
export async function simulateHistory(
  run: RunningApp,
  others: NonParticipants,
  chance: SeededRandom,
  { advance, launched, stepped }: HistoryCallbacks,
): Promise<SimulatedHistory> {
  const { hostile, second, editor, analyst, viewer, instructor, builder, mate } = others;
  const access = collaboratorRequestsOf(run);
  const people = await registerCrowd(run, chance);
  const classroom_id = await makeClassOfAllParticipants(run, others, [...people, builder, mate]);
  const passes = () => advance(minute * (2 + chance.int(9)));
  const asked = productRequestsOf(run, passes);
  const { tried } = asked;
  const { study, session } = studyMaker(run, asked, launched);
  const { takePart } = letPeopleTakePart(run, asked, { people, hostile, chance, stepped });

  const studies: HistoryStudy[] = [];
  const sessions: HistorySession[] = [];
  const anonymous: AnonymousParticipation[] = [];
  const recruit = async (of: HistoryStudy | undefined, level: string, isHosted = false) => {
    const made = of && (await session(of, level, isHosted));
    if (of && !studies.includes(of)) studies.push(of);
    if (made) sessions.push(made);
    return made;
  };
  const allTakePart = async (where: HistorySession | undefined, isOnTwoDays = false) => {
    if (!where) return;
    const inTurn = inRandomOrder(people, chance);
    for (const [place, part] of participationPlansOf(people.length, where, chance).entries()) {
      if (isOnTwoDays && place === people.length / 2) advance(24 * 60 * minute);
      const person = inTurn[place];
      const taken = person && (await takePart(person, where, part));
      if (taken) anonymous.push(taken);
    }
  };

  /**
   * Gives the editor, the analyst and the viewer their roles in a study before it begins, so that
   * they can read what their roles allow.
   */
  const shared = async (of: HistoryStudy | undefined) => {
    if (!of) return of;
    await access.join(hostile, of._id, editor, 'editor');
    await access.join(hostile, of._id, analyst, 'analyst');
    await access.join(hostile, of._id, viewer, 'viewer');
    // Sessions with names that are launched from now on show these collaborators what the owner
    // sees.
    for (const one of [editor, analyst, viewer]) await access.setRoster(hostile, of._id, one);
    return of;
  };
  const secret = await shared(await study(hostile, 'anonymous'));
  await allTakePart(await recruit(secret, 'anonymous'));
  const named = await shared(await study(hostile, 'roster_on_start'));
  await allTakePart(await recruit(named, 'roster_on_start'));
  // Tries to launch sessions of the anonymous study that would show names.
  for (const level of inRandomOrder(levels.slice(1), chance))
    await allTakePart(await recruit(secret, level));
  if (secret)
    for (const owner of [hostile, second])
      await allTakePart(
        await recruit(
          await study(owner, 'roster_on_start', [
            { filter: 'completed_any_of', studies: [secret._id] },
          ]),
          'roster_on_start',
        ),
      );
  // The study is on site: the hostile researcher sees who came if names are shown, and books no
  // participant twice for the same time.
  for (const level of ['anonymous', 'roster_on_start'])
    await allTakePart(await recruit(await study(hostile, level, [], { kind: 'onsite' }), level));
  await allTakePart(
    await recruit(
      await study(hostile, 'anonymous', [], { kind: 'external', url: 'https://lab.example/task' }),
      'anonymous',
    ),
  );
  // This study is hosted by the product, which stores a time with every record.
  for (const level of ['anonymous', 'roster_on_start'])
    await allTakePart(await recruit(await shared(await study(hostile, level)), level, true));
  // The editor and the analyst each own a study that shows names. Each of them can compare the data
  // of this study with the data of the hostile researcher's studies.
  for (const one of [editor, analyst])
    await allTakePart(await recruit(await study(one, 'roster_on_start'), 'roster_on_start'));
  // The instructor owns two studies. The instructor can compare their data with the gradebook,
  // which names every student.
  for (const level of ['anonymous', 'roster_on_start'])
    await allTakePart(await recruit(await study(instructor, level), level));
  const halves = await study(second, 'roster_on_completion');
  await allTakePart(await recruit(halves, 'roster_on_completion'));
  // Two groups of the class recruit. The builder of each group takes part in the other group's
  // study.
  const groups = await makeClassGroups(run, classroom_id, instructor, launched);
  for (const [owner, other] of [
    [builder, mate],
    [mate, builder],
  ] as const) {
    const made = await groups.recruiting(owner);
    studies.push(made.study);
    sessions.push(made);
    await allTakePart(made, true);
    await takePart(other, made, {
      talks: true,
      actions: ['start', 'complete'],
      fails: false,
      visit: [],
    });
  }
  // A roster shows the steps of today only tomorrow, so the test reads everything then.
  advance(24 * 60 * minute);
  for (const one of sessions)
    if (one.privacy_level === 'anonymous' && one.study.owner === hostile) await stepped(one);
  for (const of of studies.filter(({ external }) => external))
    await addSurveyToolData(
      run,
      of,
      anonymous.filter(({ study_id }) => study_id === of._id),
    );
  const withData = sessions.filter(({ is_hosted, study: of }) => is_hosted || of.external);
  const exported = async (by: (owner: TestPerson) => TestPerson) => {
    for (const { study: of } of withData)
      await tried('POST', `/api/studies/${of._id}/exports/`, by(of.owner), {
        format: 'json',
        unfinished: true,
      });
  };
  await exported((owner) => owner);
  // A study can have only one export at a time. The analyst's request is refused if they have no
  // role in the study.
  const exportAgain = async () => {
    await exported(() => analyst);
    const asked = { template_id: groups.template, format: 'jsonl' };
    if (!(await tried('POST', `/api/classrooms/${classroom_id}/pools/`, instructor, asked)))
      throw new Error('no pool');
  };
  return { ...others, people, classroom_id, studies, sessions, anonymous, exportAgain };
}
