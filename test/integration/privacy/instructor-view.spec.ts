/**
 * @lane slow: reads everything that two people can reach, several times
 * @long: `npm test -- long` tests each privacy level, and requests every endpoint with ids of every
 * kind
 * @engines one: reads only tables, which do not depend on the queues, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { days } from '../../../server/platform/concurrency/clock';
import { RunCountsSender } from '../../../server/live/run-counts-sender';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { isLongTestRun } from '../../support/chance/lanes';
import { openTestSocket } from '../../support/app/watcher';
import { makePerson, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { creditRequestsOf } from '../teaching/rigs/credits-rig';
import { poolRequestsOf } from '../teaching/rigs/pools';
import { classReviewRequestsOf } from '../teaching/rigs/reviews-rig';
import { readWholeApi, type KnownId } from './crawl';

let run: SeparateApp;
let credits: ReturnType<typeof creditRequestsOf>;
const clock = new TestClock();
// The file has its own application, because the job of credits processes the rows of all files.
beforeAll(async () => {
  run = await startApp({ clock });
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a class with an instructor and an assistant, both researchers, and a student. */
async function scene() {
  const courseId = await credits.course({ deadlineIn: 30 });
  const classroomId = await credits.classroom(courseId);
  const instructor = await credits.instructor(classroomId);
  const assistant = await credits.instructor(classroomId, 'assistant');
  const student = await makePerson(run.source, { first_name: 'Zenobia', last_name: 'Quill' });
  await credits.join(classroomId, student, 'student');
  return { classroomId, courseId, staff: [instructor, assistant] as const, student };
}

/**
 * Makes a study that students of the class built from the instructor's template. It has one seat,
 * and its answers are pooled.
 */
async function classStudyOf({
  classroomId,
  staff: [instructor],
}: Awaited<ReturnType<typeof scene>>) {
  const pools = poolRequestsOf(run);
  const builder = await makePerson(run.source);
  await credits.join(classroomId, builder, 'student');
  await pools.sessions.letBuild(classroomId);
  await run.source.query(
    `UPDATE identity.classroom SET consent_text = 'We take part.' WHERE id = $1`,
    [classroomId],
  );
  const template = await pools.template(instructor, classroomId);
  const study = await pools.templates.copied(builder, template, classroomId);
  await pools.templates.changed(builder, study, { offers_credit: true });
  await classReviewRequestsOf(run).approved(builder, instructor, study);
  const r = await pools.opened(builder, study, { capacity: 1 });
  await pools.made(instructor, classroomId, template);
  const takePart = async (student: TestPerson) =>
    void (await pools.completedBy(r, student, { rt: 300 }));
  return { r, takePart };
}

/**
 * Removes from a response what differs at each reading: the address of a line or a file, and the
 * time of the reading.
 */
const steady = (text: string) => text.replace(/"(entry|as_of|download_url)":"[^"]*"/g, '"$1":""');
type View = ReadonlyMap<string, string>;

/**
 * Reads everything that a person can read over the API, and the file of the gradebook.
 * @param last what the person read on the day before. If given, reads only the places in `last`. A
 * call without `last` also finds new places.
 * @returns the content of each place
 */
async function viewOf(
  who: TestPerson,
  classroomId: string,
  studies: readonly RecruitingStudy[],
  last?: View,
): Promise<View> {
  const known = studies.flatMap(({ study_id, session_id }): KnownId[] => [
    { id: study_id, of: 'studies' },
    { id: session_id, of: 'sessions' },
  ]);
  known.push({ id: classroomId, of: 'classrooms' });
  const facts = await readWholeApi(run, who, known, last && new Set(last.keys()));
  const byPlace = new Map<string, string[]>();
  for (const { place, row } of facts)
    byPlace.set(place, [...(byPlace.get(place) ?? []), steady(JSON.stringify(row))]);
  const { text } = await credits.file(who, classroomId).expect(200);
  return new Map([
    ...[...byPlace].map(([place, rows]) => [place, rows.sort().join('\n')] as const),
    ['file', text],
  ]);
}

/**
 * Finds the places whose content differs, except the person's own list of sign-ins, which says when
 * each sign-in was used last.
 */
const differingPlaces = (one: View, other: View): string[] =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((place) => place !== '/api/sign-ins/' && one.get(place) !== other.get(place))
    .sort();
const general = (place: string) => place.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');

/** Collects the messages that the server pushes to a person's pages while `work` runs. */
async function pushedDuring(who: TestPerson, topics: readonly string[], work: () => Promise<void>) {
  const socket = await openTestSocket(run.url, who.token);
  try {
    for (const topic of ['me', 'dashboard', ...topics]) await socket.watch(topic);
    socket.messages.splice(0);
    await work();
    await run.app.get(RunCountsSender, { strict: false }).look();
    await socket.socket.timeout(20_000).emitWithAck('beat');
    return socket.messages.map(({ name }) => name);
  } finally {
    socket.close();
  }
}

const patience = 240_000;
/** Returns the privacy levels to test: the given ones, or all in the long run. */
const levels = (...ordinary: readonly string[]) =>
  isLongTestRun ? ['anonymous', 'roster_on_completion', 'roster_on_start'] : ordinary;

const topicsOf = ({ session_id }: RecruitingStudy) => [`runs:${session_id}`, `slots:${session_id}`];

/** Approves the participations by their lines on the roster, on the day after the participation. */
async function approve(r: RecruitingStudy) {
  const roster = `/api/sessions/${r.session_id}/roster/`;
  const lines = await run.http().get(roster).set(r.researcher.headers).expect(200);
  for (const { entry } of (lines.body as { items: { entry: string }[] }).items)
    await run
      .http()
      .put(`${roster}${entry}/`)
      .set(r.researcher.headers)
      .send({ action: 'approve' })
      .expect(200);
}

/**
 * Returns the steps of a participation until its credit is granted. Each step is on another day.
 */
const stepsOf = (studies: readonly RecruitingStudy[], takePart: () => Promise<unknown>) => ({
  'the student completes it': async () => void (await takePart()),
  'it is approved': async () => {
    for (const one of studies) await approve(one);
  },
  'its credit is granted': async () => void (await credits.grant()),
});

/** Returns the paths at which the staff of a class reads about a study of the class. */
const placesOf = (
  classroomId: string,
  { r }: Awaited<ReturnType<typeof classStudyOf>>,
): string[] => [
  ...['studies', 'templates', 'pools'].map((list) => `/api/classrooms/${classroomId}/${list}/`),
  ...['classroom-review', 'fork'].map((part) => `/api/studies/${r.study_id}/${part}/`),
];

/**
 * Totals that the API shows without delay to each person who can find the study (docs/privacy.md).
 */
const publicTotals: readonly RegExp[] = [/^\/api\/studies\/$/, /^\/api\/studies\/\{id\}\/$/];

/**
 * Totals of an anonymous session that the API shows to its researchers without delay
 * (docs/privacy.md).
 */
const ownTotals = [
  '/api/sessions/',
  '/api/sessions/{id}/',
  '/api/sessions/{id}/progress/',
  '/api/studies/',
  '/api/studies/{id}/',
];

describe('For an instructor and an assistant, with their token,', () => {
  it.each(levels('anonymous'))(
    'calls, files and live messages are the same before and after a student takes part in studies of others and of the class (%s)',
    async (privacy_level) => {
      const taught = await scene();
      const { classroomId, staff, student } = taught;
      const r = await credits.study({ privacy_level });
      const built = await classStudyOf(taught);
      const studies = [r, built.r];
      const ofClass = [`classroom:${classroomId}`, `study:${built.r.study_id}`];
      const topics = [...studies.flatMap(topicsOf), ...ofClass, `session:${built.r.session_id}`];
      const steps = stepsOf(studies, async () => {
        await credits.completed(r, student);
        await built.takePart(student);
      });
      let last: View[] = [];
      for (const [step, work] of Object.entries(steps)) {
        const before = await Promise.all(
          staff.map((who, n) => viewOf(who, classroomId, studies, last[n])),
        );
        const toAssistant: string[] = [];
        const toInstructor = await pushedDuring(staff[0], topics, async () => {
          toAssistant.push(...(await pushedDuring(staff[1], topics, work)));
        });
        expect([step, toInstructor, toAssistant]).toEqual([step, [], []]);
        const after = await Promise.all(staff.map((who) => viewOf(who, classroomId, studies)));
        last = after;
        for (const [n, one] of before.entries()) {
          expect(placesOf(classroomId, built).filter((place) => !one.has(place))).toEqual([]);
          expect(one.has(`/api/sessions/${built.r.session_id}/`)).toBe(false);
          const found = differingPlaces(one, after[n] ?? new Map());
          const more = found.filter(
            (place) =>
              place.includes(built.r.study_id) ||
              !publicTotals.some((known) => known.test(general(place))),
          );
          expect([step, more]).toEqual([step, []]);
        }
        clock.advance(days(1));
      }
      for (const who of staff) {
        const { lines } = await credits.gradebook(who, classroomId);
        expect(lines.map(({ earned }) => earned).sort()).toEqual([0, 100]);
      }
    },
    patience,
  );

  it.each(levels('roster_on_start'))(
    'a student who takes part in a study of the instructor has no name in it, and no sum reveals the participation (%s)',
    async (privacy_level) => {
      const { classroomId, staff, student } = await scene();
      const [owner, assistant] = staff;
      const r = await credits.study({ privacy_level, researcher: owner });
      const inClass = new RegExp(`^file$|^/api/classrooms/${classroomId}/`);
      let last: View[] = [];
      for (const [step, work] of Object.entries(
        stepsOf([r], () => credits.completed(r, student)),
      )) {
        const before = await Promise.all(
          staff.map((who, n) => viewOf(who, classroomId, [r], last[n])),
        );
        await work();
        const after = await Promise.all(staff.map((who) => viewOf(who, classroomId, [r])));
        last = after;
        const [ofOwner, ofAssistant] = after.map((one, n) =>
          differingPlaces(before[n] ?? new Map(), one),
        );
        expect([step, ofOwner?.filter((place) => inClass.test(place))]).toEqual([step, []]);
        const toAssistant = (ofAssistant ?? []).map(general);
        expect(
          toAssistant.filter((place) => !publicTotals.some((known) => known.test(place))),
        ).toEqual([]);
        // The owner sees the effect of the owner's own decision at once. Of all other steps, the
        // owner sees only totals at once.
        if (privacy_level === 'anonymous' && step !== 'it is approved') {
          const totals = step === 'the student completes it' ? ownTotals : [];
          const more = (ofOwner ?? []).map(general).filter((place) => !totals.includes(place));
          expect([step, more]).toEqual([step, []]);
        }
        for (const [place, text] of after[0] ?? [])
          if (!inClass.test(place)) {
            expect([place, text.includes(student.email)]).toEqual([place, false]);
            expect([place, /Zenobia|Quill/.test(text)]).toEqual([place, false]);
            expect([place, text.includes(student._id)]).toEqual([place, false]);
          }
        clock.advance(days(1));
      }
      for (const who of [owner, assistant]) {
        const { lines } = await credits.gradebook(who, classroomId);
        expect(lines.map(({ earned }) => earned)).toEqual([0]);
      }
      expect((await credits.own(student)).courses).toMatchObject([{ earned: 50 }]);
    },
    patience,
  );
});
