import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type {
  listAttendance,
  SlotCalendar,
  SlotBookingOptions,
} from '../../../contracts/slots/slots';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';

export interface SlotResponse<Body> {
  status: number;
  body: Body & { code: string; fields?: { path: string; code: string }[] };
}

/** A participant with a seat in a session. */
export interface SeatedPerson {
  r: RecruitingStudy;
  person: TestPerson;
  id: string;
}

/** Returns a time in UTC, in steps of five minutes, on the day that is `n` days from now. */
export const timeInDays = (run: RunningApp, n: number, time = '10:00') =>
  `${new Date(run.clock.now().getTime() + n * 86_400_000).toISOString().slice(0, 10)}T${time}`;

/**
 * Returns the milliseconds until 00:30 (UTC) on the day of the default slots. The first slot begins
 * later.
 */
export const msUntilMorning = (run: RunningApp) =>
  Date.parse(`${timeInDays(run, 10).slice(0, 10)}T00:30:00Z`) - run.clock.now().getTime();

/** Makes functions that send requests to plan and book slots. */
export const slotRequestsOf = (run: RunningApp) => {
  const ask = async <Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    who?: TestPerson,
    payload?: object,
  ): Promise<SlotResponse<Body>> => {
    const answer = await run.app.inject({ method, url, headers: who?.headers, payload });
    const body = (answer.body === '' ? {} : answer.json()) as SlotResponse<Body>['body'];
    return { status: answer.statusCode, body };
  };
  const session = (options: RecruitingOptions = {}) =>
    recruit(run, { runtime: { kind: 'onsite' }, capacity: 20, ...options });
  const add = (r: RecruitingStudy, slot: object = {}) =>
    ask<{ added: number; skipped: { starts: string; reason: string }[]; twice: string[] }>(
      'POST',
      `/api/sessions/${r.session_id}/slots/`,
      r.researcher,
      {
        kind: 'one',
        starts: timeInDays(run, 10),
        duration_minutes: 60,
        zone: 'UTC',
        seats: 1,
        ...slot,
      },
    );
  const calendar = async (r: RecruitingStudy) =>
    (await ask<SlotCalendar>('GET', `/api/sessions/${r.session_id}/slots/`, r.researcher)).body;
  /** Adds one slot. @returns its id */
  const slot = async (r: RecruitingStudy, details: object = {}): Promise<string> => {
    const before = new Set((await calendar(r)).slots.map((one) => one._id));
    const answer = await add(r, details);
    const made = (await calendar(r)).slots.find((one) => !before.has(one._id));
    if (!made) throw new Error(`no slot: ${answer.status} ${JSON.stringify(answer.body)}`);
    return made._id;
  };
  const seated = async (r: RecruitingStudy, who?: TestPerson): Promise<SeatedPerson> => {
    const person = who ?? (await makePerson(run.source));
    const { status, body } = await ask<{ _id: string }>(
      'POST',
      `/api/sessions/${r.session_id}/participations/`,
      person,
      { consent: r.consent },
    );
    if (status !== 201) throw new Error(`no seat: ${status} ${body.code}`);
    return { r, person, id: body._id };
  };
  const book = ({ person, id }: SeatedPerson, slot_id: string, reserve?: true) =>
    ask<SlotBookingOptions>('PUT', `/api/participations/${id}/slot/`, person, {
      slot_id,
      ...(reserve && { reserve }),
    });
  const giveUp = ({ person, id }: SeatedPerson) =>
    ask<SlotBookingOptions>('DELETE', `/api/participations/${id}/slot/`, person);
  const choice = async ({ person, id }: SeatedPerson) =>
    (await ask<SlotBookingOptions>('GET', `/api/participations/${id}/slots/`, person)).body;
  const attendance = async (r: RecruitingStudy, day?: string) =>
    (
      await ask<EndpointResponseBody<typeof listAttendance>>(
        'GET',
        `/api/sessions/${r.session_id}/attendance/${day ? `?day=${day}` : ''}`,
        r.researcher,
      )
    ).body.items;
  const decide = (r: RecruitingStudy, entry: string, action: string) =>
    ask<{ state: string }>('PUT', `/api/sessions/${r.session_id}/roster/${entry}/`, r.researcher, {
      action,
    });
  /** Records that the first person on the list of expected participants did not come. */
  const noteAbsent = async (r: RecruitingStudy) => {
    const [line] = await attendance(r);
    expect((await decide(r, line?.entry ?? '', 'no-show')).status).toBe(200);
  };
  const cancel = (r: RecruitingStudy, id: string) =>
    ask('DELETE', `/api/slots/${id}/`, r.researcher);
  const change = (r: RecruitingStudy, id: string, body: object) =>
    ask('PUT', `/api/slots/${id}/`, r.researcher, body);
  /** Returns the numbers of seats and of reserve places that are booked in a slot. */
  const counts = async (r: RecruitingStudy, id: string): Promise<[number, number]> => {
    const found = (await calendar(r)).slots.find((one) => one._id === id);
    if (!found) throw new Error('no such slot');
    return [found.booked, found.reserves];
  };
  return {
    ask,
    session,
    add,
    calendar,
    slot,
    seated,
    book,
    giveUp,
    choice,
    attendance,
    decide,
    noteAbsent,
    cancel,
    change,
    counts,
  };
};
