import { nameOfCondition } from '../../../contracts/conditions';
import type { ExternalReturns } from '../../../contracts/external-returns';
import type { StartedRun } from '../../../contracts/runtime';
import { makeAdministrator, makeResearcher } from '../../support/people';
import type { RunningApp } from '../../support/app';
import type { TestPerson } from '../../support/people';
import { accessOf } from '../collaborators/calls';
import {
  environment,
  finishOf,
  newWriter,
  runHere,
  sentOf,
  trials,
  type Made,
} from '../runtime/running';
import { unique } from '../../support/unique';
import type { Chance } from '../../support/seeded';
import { crowd, oneForEach, registered, timingOf, trialTimingOf, type Participant } from './crowd';
import { bringFromElsewhere } from './elsewhere';
import { inChance, partsOf, type Part } from './parts';
import type { SessionOf, Study } from './studies-of-history';

/** A participation in an anonymous session, and whose it is. */
export interface Anonymous {
  readonly participation_id: string;
  readonly session_id: string;
  readonly study_id: string;
  readonly person: Participant;
  /** When the person asked for the seat, started and so on, in milliseconds. */
  readonly moments: number[];
  /** In a study that runs here: what was drawn, for this person alone, and when. */
  /** Of a study that runs here; its run shows only once it is over. */
  readonly condition:
    | { readonly name: string; readonly drawn_at: number; readonly isOver: boolean }
    | undefined;
}
export interface History extends Others {
  readonly people: readonly Participant[];
  readonly studies: readonly Study[];
  readonly sessions: readonly SessionOf[];
  readonly anonymous: readonly Anonymous[];
}

const minute = 60_000;
const levels = ['anonymous', 'roster_on_completion', 'roster_on_start'] as const;

/** The people who are not participants. */
export interface Others {
  readonly hostile: TestPerson;
  readonly second: TestPerson;
  readonly pending: TestPerson;
  readonly administrator: TestPerson;
  /** Of the hostile researcher's studies, and each with a study of their own. */
  readonly editor: TestPerson;
  readonly viewer: TestPerson;
}

export const makeOthers = async ({ source }: RunningApp): Promise<Others> => ({
  hostile: await makeResearcher(source),
  second: await makeResearcher(source),
  pending: await makeResearcher(source, { researcher_privilege: null }),
  administrator: await makeAdministrator(source),
  editor: await makeResearcher(source),
  viewer: await makeResearcher(source),
});

export interface Steps {
  readonly advance: (ms: number) => void;
  /** Called with the topics of each session that is launched. */
  readonly launched: (topics: readonly string[]) => Promise<void>;
  /** Called after each step in an anonymous session of the hostile researcher. */
  readonly stepped: (session: Pick<SessionOf, '_id' | 'is_hosted' | 'study'>) => Promise<void>;
}

/**
 * Two researchers do what they may to learn names: studies of all levels, sessions of several levels
 * in one study where the product lets them, and follow-ups that ask who completed an anonymous one.
 * Each person takes part in an anonymous session and in others, in an order of chance, and every
 * step is minutes away from the one before. What the product refuses does not happen.
 */
export async function playHistory(
  run: RunningApp,
  others: Others,
  chance: Chance,
  { advance, launched, stepped }: Steps,
): Promise<History> {
  const { hostile, second, editor, viewer } = others;
  const access = accessOf(run);
  const people = await registered(run, chance);
  const passes = () => advance(minute * (2 + chance.int(9)));

  /** Undefined where the product refuses. */
  const tried = async <T>(
    method: 'POST' | 'PUT',
    path: string,
    who: TestPerson,
    body: object,
  ): Promise<T | undefined> => {
    passes();
    const { statusCode, payload } = await run.app.inject({
      method,
      url: path,
      headers: who.headers,
      payload: body,
    });
    if (statusCode >= 500 || statusCode === 400)
      throw new Error(`${path}: ${statusCode} ${payload}`);
    return statusCode < 300 ? (JSON.parse(payload) as T) : undefined;
  };
  const study = async (
    owner: TestPerson,
    privacy_level: string,
    eligibility: object[] = [],
    runtime?: { kind: string; url?: string },
  ) => {
    const made = await tried<{ _id: string }>('POST', '/api/studies/', owner, {
      title: `Study ${unique()}`,
      description: 'What do you remember?',
      duration_minutes: 20,
      privacy_level,
      allow_repeats: true,
      eligibility,
      ...(runtime && { runtime }),
    });
    if (!made) return undefined;
    const consent = await tried<Study['consent']>(
      'PUT',
      `/api/studies/${made._id}/consent/`,
      owner,
      { title: 'Consent', body_markdown: 'I agree to take part.' },
    );
    return (
      consent && {
        _id: made._id,
        owner,
        consent: { _id: consent._id, sha256: consent.sha256 },
        external: runtime?.kind === 'external',
      }
    );
  };
  const session = async (of: Study, privacy_level: string, is_hosted: boolean) => {
    const made = await tried<{ _id: string }>(
      'POST',
      `/api/studies/${of._id}/sessions/`,
      of.owner,
      { capacity: crowd * 2, privacy_level },
    );
    const active =
      made && (await tried('PUT', `/api/sessions/${made._id}/`, of.owner, { state: 'active' }));
    if (!active) return undefined;
    await launched([`study:${of._id}`, `session:${made._id}`, `runs:${made._id}`]);
    if (is_hosted) {
      const at = { study_id: of._id, session_id: made._id };
      await runHere(run, at, of.owner._id, oneForEach());
    }
    return {
      _id: made._id,
      study: of,
      privacy_level,
      is_hosted,
      slots: await slotsOf(made._id, of.owner),
      code: of.external ? await codeOf(made._id, of.owner) : undefined,
    };
  };
  /** Two slots far ahead, where the study is on site: else they are refused. */
  const slotsOf = async (id: string, owner: TestPerson): Promise<string[]> => {
    const day = new Date(run.clock.now().getTime() + 20 * 1_440 * minute).toISOString();
    for (const time of ['10:00', '14:00'])
      await tried('POST', `/api/sessions/${id}/slots/`, owner, {
        kind: 'one',
        starts: `${day.slice(0, 10)}T${time}`,
        duration_minutes: 60,
        zone: 'UTC',
        seats: crowd,
      });
    const { slots } = await read<{ slots: { _id: string }[] }>(`/api/sessions/${id}/slots/`, owner);
    return slots.map((slot) => slot._id);
  };
  /** With which a participant of an external study returns. */
  const codeOf = async (id: string, owner: TestPerson): Promise<string> =>
    (await read<ExternalReturns>(`/api/sessions/${id}/external-returns/`, owner)).codes.completed;
  const read = async <T>(url: string, who: TestPerson): Promise<T> => {
    const answer = await run.app.inject({ method: 'GET', url, headers: who.headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    return answer.json<T>();
  };
  /** The line of a participant on the list of who is expected, as the researcher finds it. */
  const lineOf = async (where: SessionOf, participation: string, person: Participant) => {
    const { tag } = await read<{ tag: string }>(
      `/api/participations/${participation}/slots/`,
      person,
    );
    const { items } = await read<{ items: { tag: string; entry: string }[] }>(
      `/api/sessions/${where._id}/attendance/`,
      where.study.owner,
    );
    return items.find((line) => line.tag === tag)?.entry ?? '';
  };

  const studies: Study[] = [];
  const sessions: SessionOf[] = [];
  const anonymous: Anonymous[] = [];
  const recruit = async (of: Study | undefined, level: string, isHosted = false) => {
    const made = of && (await session(of, level, isHosted));
    if (of && !studies.includes(of)) studies.push(of);
    if (made) sessions.push(made);
    return made;
  };
  /** A question of the participant, and the answer of whoever runs the study. */
  const talk = async (
    where: SessionOf,
    participation: string,
    person: Participant,
    step: typeof tried,
  ) => {
    const words = (text: string) => ({ text, ends_anonymity: true });
    await step(
      'POST',
      `/api/participations/${participation}/messages/`,
      person,
      words('When does it begin?'),
    );
    const { items } = await read<{ items: { entry: string; unread: boolean }[] }>(
      `/api/sessions/${where._id}/conversations/`,
      where.study.owner,
    );
    for (const { entry } of items.filter(({ unread }) => unread))
      await step(
        'POST',
        `/api/sessions/${where._id}/roster/${entry}/messages/`,
        where.study.owner,
        words('At once.'),
      );
  };
  const takePart = async (person: Participant, where: SessionOf, part: Part) => {
    const moments: number[] = [];
    let condition: Anonymous['condition'];
    const step: typeof tried = async (method, path, who, body) => {
      const answer = await tried<never>(method, path, who, body);
      if (who === person) moments.push(run.clock.now().getTime());
      if (where.privacy_level === 'anonymous' && where.study.owner === hostile)
        await stepped(where);
      return answer;
    };
    const seat = await step<{ _id: string }>(
      'POST',
      `/api/sessions/${where._id}/participations/`,
      person,
      { consent: where.study.consent },
    );
    if (!seat) return;
    if (part.talks) await talk(where, seat._id, person, step);
    if (where.slots.length > 0) {
      await step('PUT', `/api/participations/${seat._id}/slot/`, person, {
        slot_id: where.slots[chance.int(where.slots.length)],
      });
      const entry = await lineOf(where, seat._id, person);
      for (const action of [['attend', 'conclude'], ['attend'], ['no-show']][chance.int(3)] ?? [])
        await step('PUT', `/api/sessions/${where._id}/roster/${entry}/`, where.study.owner, {
          action,
        });
    }
    const { actions } = part;
    if (where.is_hosted && actions.includes('start')) {
      const writer = newWriter();
      const path = `/api/participations/${seat._id}`;
      const started = await step<StartedRun>('POST', `${path}/runs/`, person, {
        writer,
        environment,
      });
      const { _id: run_id, condition: drawn } = started ?? {};
      const name = drawn?.[nameOfCondition];
      if (typeof name !== 'string') throw new Error('no condition was drawn');
      const drawn_at = moments.at(-1) ?? 0;
      const isOver = actions.some((action) => action === 'complete' || action === 'withdraw');
      condition = { name, drawn_at, isOver };
      // As jsPsych writes it into each trial, in a study that writes down its own clock.
      const made: Made[] = trials(1 + chance.int(3), name).map(({ kind, data }) => ({
        kind,
        data: JSON.stringify({ ...(JSON.parse(data) as object), at: drawn_at }),
      }));
      if (part.fails)
        made.push({
          kind: 'event',
          data: JSON.stringify({ type: 'error', message: 'no stimulus' }),
        });
      const at = people.indexOf(person);
      made.push(timingOf(at), trialTimingOf(at));
      const datas = made.map(({ data }) => data);
      const records = actions.includes('complete') ? [...made, finishOf(datas)] : made;
      for (const one of sentOf(records))
        await step('POST', `${path}/trials/`, person, {
          run_id,
          writer,
          trials: [one],
        });
    }
    for (const action of actions)
      if (action === 'complete' && where.code)
        await step('POST', `/api/participations/${seat._id}/external/`, person, {
          code: where.code,
        });
      else await step('PUT', `/api/participations/${seat._id}/`, person, { action });
    if (where.privacy_level === 'anonymous')
      anonymous.push({
        participation_id: seat._id,
        session_id: where._id,
        study_id: where.study._id,
        person,
        moments,
        condition,
      });
  };
  const everybody = async (where: SessionOf | undefined) => {
    if (!where) return;
    const inTurn = inChance(people, chance);
    for (const [place, part] of partsOf(people.length, where, chance).entries()) {
      const person = inTurn[place];
      if (person) await takePart(person, where, part);
    }
  };

  /** The hostile researcher's people see what they may of each study, from its beginning. */
  const shared = async (of: Study | undefined) => {
    if (!of) return of;
    await access.join(hostile, of._id, editor, 'editor');
    await access.join(hostile, of._id, viewer, 'viewer');
    return of;
  };
  const secret = await shared(await study(hostile, 'anonymous'));
  await everybody(await recruit(secret, 'anonymous'));
  const named = await shared(await study(hostile, 'roster_on_start'));
  await everybody(await recruit(named, 'roster_on_start'));
  // A second round of the anonymous study that would tell names, and others of other levels.
  for (const level of inChance(levels.slice(1), chance))
    await everybody(await recruit(secret, level));
  if (secret)
    for (const owner of [hostile, second])
      await everybody(
        await recruit(
          await study(owner, 'roster_on_start', [
            { filter: 'completed_any_of', studies: [secret._id] },
          ]),
          'roster_on_start',
        ),
      );
  // On site: the hostile one sees who came where names are told, and books nobody's time twice.
  for (const level of ['anonymous', 'roster_on_start'])
    await everybody(await recruit(await study(hostile, level, [], { kind: 'onsite' }), level));
  await everybody(
    await recruit(
      await study(hostile, 'anonymous', [], { kind: 'external', url: 'https://lab.example/task' }),
      'anonymous',
    ),
  );
  // Run here, where every record is a moment.
  for (const level of ['anonymous', 'roster_on_start'])
    await everybody(await recruit(await shared(await study(hostile, level)), level, true));
  // The editor joins what the role shows with names of a study of their own.
  await everybody(await recruit(await study(editor, 'roster_on_start'), 'roster_on_start'));
  const halves = await study(second, 'roster_on_completion');
  await everybody(await recruit(halves, 'roster_on_completion'));
  // Steps show beside a tag on the next day, so all that is to be seen is seen only then.
  advance(24 * 60 * minute);
  for (const one of sessions)
    if (one.privacy_level === 'anonymous' && one.study.owner === hostile) await stepped(one);
  for (const of of studies.filter(({ external }) => external))
    await bringFromElsewhere(
      run,
      of,
      anonymous.filter(({ study_id }) => study_id === of._id),
    );
  const withData = sessions.filter(({ is_hosted, study: of }) => is_hosted || of.external);
  for (const { study: of } of withData)
    await tried('POST', `/api/studies/${of._id}/exports/`, of.owner, {
      format: 'json',
      unfinished: true,
    });
  return { ...others, people, studies, sessions, anonymous };
}
