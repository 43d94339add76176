import type { ParticipationState } from '../../../contracts/enrolment/participations';

/**
 * A model of one session and its people, written from docs/domain.md, section 2, without the
 * product's code. It performs one step at a time, and counts time in minutes.
 */
export interface SeatModel {
  capacity: number;
  /**
   * The state that the database must store for the session. At the opening and the closing date,
   * a sweep changes it, but the sweep may run later.
   */
  state: 'scheduled' | 'active' | 'paused' | 'closed';
  /** The time since which the session is paused. */
  pausedAt: number | null;
  readonly opens: number | null;
  readonly closes: number | null;
  now: number;
  /** The participations, by the number of the person; a person who never came has none. */
  readonly people: Map<number, ModelledParticipation>;
  /** The people on the waitlist, the first one first. */
  line: number[];
  /** The events and the mails of each person, in their order. */
  readonly events: Map<number, string[]>;
  readonly mails: Map<number, string[]>;
  /** Events since the mails were last written. */
  fresh: [who: number, event: string][];
}
export interface ModelledParticipation {
  state: ParticipationState;
  hasStarted: boolean;
  /** The time at which the state ends by itself. */
  due: number | null;
}

export type SeatStep =
  | { readonly kind: 'enrol'; readonly who: number; readonly waits: boolean }
  | { readonly kind: 'move'; readonly who: number; readonly action: ModelledParticipantAction }
  | { readonly kind: 'decide'; readonly who: number; readonly action: ModelledDecision }
  | { readonly kind: 'capacity'; readonly to: number }
  | { readonly kind: 'session'; readonly to: 'active' | 'paused' | 'closed' }
  | { readonly kind: 'sweep' };
/** One transaction of a step: a sweep has three of them, all other steps one. */
export type AtomicSeatStep =
  | Exclude<SeatStep, { kind: 'sweep' }>
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'end' };
export const modelledParticipantActions = [
  'start',
  'complete',
  'withdraw',
  'decline-consent',
  'accept',
] as const;
export type ModelledParticipantAction = (typeof modelledParticipantActions)[number];
export const modelledDecisions = ['approve', 'reject', 'screen-out', 'no-show', 'nullify'] as const;
export type ModelledDecision = (typeof modelledDecisions)[number];

/** The durations of the simulated sessions, in minutes. */
export const modelledDurations = { lease: 60, run: 90, offer: 24 * 60, review: 21 * 24 * 60 };

type Rule = readonly [from: readonly ParticipationState[], to: ParticipationState];
const moves: Readonly<Record<ModelledParticipantAction | ModelledDecision, Rule>> = {
  start: [['enrolled'], 'started'],
  complete: [['started'], 'completed'],
  withdraw: [['waitlisted', 'offered', 'enrolled', 'started'], 'withdrawn'],
  'decline-consent': [['waitlisted', 'offered', 'enrolled'], 'declined_consent'],
  accept: [['offered'], 'enrolled'],
  approve: [['completed'], 'approved'],
  reject: [['completed'], 'rejected'],
  'screen-out': [['started'], 'screened_out'],
  'no-show': [['enrolled'], 'no_show'],
  nullify: [['enrolled', 'started', 'completed', 'approved'], 'nullified'],
};
const seated: readonly ParticipationState[] = [
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
];
const mayComeBack: readonly ParticipationState[] = [
  'withdrawn',
  'timed_out',
  'offer_expired',
  'declined_consent',
];

export type SessionDates = Pick<SeatModel, 'opens' | 'closes'>;
export const newSeatModel = (capacity: number, dates: SessionDates): SeatModel => ({
  capacity,
  ...dates,
  state: dates.opens === null ? 'active' : 'scheduled',
  pausedAt: null,
  now: 0,
  people: new Map(),
  line: [],
  events: new Map(),
  mails: new Map(),
  fresh: [],
});
export const copyOfModel = (model: SeatModel): SeatModel => ({
  ...model,
  people: new Map([...model.people].map(([who, place]) => [who, { ...place }])),
  line: [...model.line],
  events: new Map(model.events),
  mails: new Map(model.mails),
  fresh: [...model.fresh],
});

const passed = (date: number | null, { now }: SeatModel) => date !== null && date <= now;
const isDue = (model: SeatModel) =>
  model.state === 'scheduled' && passed(model.opens, model) && !passed(model.closes, model);
/** Returns the session's state at this moment, whether it is already stored or not. */
const stateNow = (model: SeatModel): SeatModel['state'] =>
  passed(model.closes, model) ? 'closed' : isDue(model) ? 'active' : model.state;

export const takenSeats = ({ people }: SeatModel): number =>
  [...people.values()].filter(({ state }) => seated.includes(state)).length;

const lastsIn = (state: ParticipationState): number | null =>
  state === 'enrolled'
    ? modelledDurations.lease
    : state === 'started'
      ? modelledDurations.run
      : state === 'offered'
        ? modelledDurations.offer
        : state === 'completed'
          ? modelledDurations.review
          : null;

function become(model: SeatModel, who: number, state: ParticipationState): void {
  const place = model.people.get(who);
  const due = lastsIn(state);
  model.people.set(who, {
    state,
    hasStarted: (place?.hasStarted ?? false) || state === 'started',
    due: due === null ? null : model.now + due,
  });
  model.line = model.line.filter((one) => one !== who);
  if (state === 'waitlisted') model.line.push(who);
  const event = `enrolment.participant-${eventOf[state] ?? 'left'}`;
  model.events.set(who, [...(model.events.get(who) ?? []), event]);
  model.fresh.push([who, event]);
}

const decided = ['approved', 'rejected', 'screened_out', 'no_show', 'nullified'] as const;
const eventOf: Readonly<Partial<Record<ParticipationState, string>>> = {
  waitlisted: 'waitlisted',
  offered: 'offered',
  enrolled: 'enrolled',
  started: 'started',
  completed: 'completed',
  ...Object.fromEntries(decided.map((state) => [state, 'decided'])),
};

/**
 * Decides which mail each new event sends. Sends no mail whose content is no longer true, and only
 * one mail of each kind to each person.
 */
export function decideMailsOfEvents(model: SeatModel): void {
  for (const [who, event] of model.fresh) {
    const state = model.people.get(who)?.state ?? 'withdrawn';
    const mail = {
      'enrolment.participant-enrolled':
        seated.includes(state) && state !== 'offered' ? 'enrolled' : null,
      'enrolment.participant-offered':
        state === 'offered' && !passed(model.closes, model) ? 'offer' : null,
      'enrolment.participant-left':
        state === 'timed_out' ? 'timed-out' : state === 'offer_expired' ? 'wait-ended' : null,
      'enrolment.participant-decided': decided.some((one) => one === state) ? 'decided' : null,
    }[event];
    if (mail) model.mails.set(who, [...(model.mails.get(who) ?? []), mail]);
  }
  model.fresh = [];
}

/** Offers free seats to the participants who have waited longest, while the session is open. */
function offer(model: SeatModel): void {
  if (stateNow(model) !== 'active') return;
  for (;;) {
    const [next] = model.line;
    if (next === undefined || takenSeats(model) >= model.capacity) return;
    become(model, next, 'offered');
  }
}

/**
 * Applies a step to the model.
 * @returns the response that the server must give: a state or error code
 */
export function applyStep(model: SeatModel, step: AtomicSeatStep): string {
  switch (step.kind) {
    case 'enrol':
      return enrol(model, step.who, step.waits);
    case 'move':
    case 'decide':
      return move(model, step.who, step.action);
    case 'capacity': {
      if (model.state === 'closed') return 'session_closed';
      const held = takenSeats(model) + model.line.length;
      if (step.to < model.capacity && step.to < held) return 'capacity_below_taken';
      open(model);
      model.capacity = step.to;
      offer(model);
      return 'done';
    }
    case 'session': {
      if (model.state === 'closed') return step.to === 'closed' ? 'done' : 'session_closed';
      if (model.state === 'scheduled' && !isDue(model) && step.to !== 'closed') {
        if (step.to === 'paused') return 'illegal_transition';
        // A request does not open the session before its opening date.
        if (!passed(model.opens, model)) return 'done';
      }
      if (step.to !== 'paused') endPause(model);
      else model.pausedAt ??= model.now;
      model.state = step.to;
      if (step.to === 'closed') close(model);
      offer(model);
      return 'done';
    }
    case 'open':
      open(model);
      return 'done';
    case 'close':
      if (passed(model.closes, model) && model.state !== 'closed') close(model);
      return 'done';
    case 'end': {
      const over = [...model.people].filter(
        ([, { state, due }]) => due !== null && due <= model.now && !isStopped(model, state),
      );
      for (const [who, { state }] of over)
        become(
          model,
          who,
          state === 'offered' ? 'offer_expired' : state === 'completed' ? 'approved' : 'timed_out',
        );
      if (over.length > 0) offer(model);
      return 'done';
    }
  }
}

function open(model: SeatModel): void {
  if (isDue(model)) model.state = 'active';
}

/**
 * Whether the deadline of a participation in this state does not run, because the session is
 * paused.
 */
const isStopped = ({ pausedAt }: SeatModel, state: ParticipationState): boolean =>
  pausedAt !== null && (state === 'offered' || state === 'enrolled');

function endPause(model: SeatModel): void {
  const { pausedAt } = model;
  if (pausedAt === null) return;
  for (const place of model.people.values())
    if (isStopped(model, place.state) && place.due !== null) place.due += model.now - pausedAt;
  model.pausedAt = null;
}

function close(model: SeatModel): void {
  endPause(model);
  model.state = 'closed';
  for (const [who, { state }] of model.people)
    if (state === 'waitlisted' || state === 'offered') become(model, who, 'offer_expired');
}

function enrol(model: SeatModel, who: number, waits: boolean): string {
  const place = model.people.get(who);
  if (place && (seated.includes(place.state) || place.state === 'waitlisted'))
    return `already ${place.state}`;
  if (place && (place.hasStarted || !mayComeBack.includes(place.state)))
    return 'already_participated';
  if (stateNow(model) !== 'active') return 'session_not_active';
  // A new participant cannot pass the waitlist.
  const isFree = model.line.length === 0 && takenSeats(model) < model.capacity;
  if (!isFree && !waits) return 'session_full';
  become(model, who, isFree ? 'enrolled' : 'waitlisted');
  return isFree ? 'enrolled' : 'waitlisted';
}

function move(
  model: SeatModel,
  who: number,
  action: ModelledParticipantAction | ModelledDecision,
): string {
  const place = model.people.get(who);
  if (!place) throw new Error(`${who} never came`);
  const [from, to] = moves[action];
  if (place.state === to) return to;
  if (!from.includes(place.state)) return 'illegal_transition';
  if ((action === 'start' || action === 'accept') && model.pausedAt !== null)
    return 'session_paused';
  const isOver = place.due !== null && place.due <= model.now;
  if ((action === 'start' || action === 'accept') && isOver) return 'illegal_transition';
  if (action === 'accept' && stateNow(model) === 'closed') return 'session_not_active';
  become(model, who, to);
  offer(model);
  return to;
}
