import type { ObservedFact } from '../facts';
import type { SimulatedHistory } from '../history';
import type { AnonymousParticipation } from '../taking-part';

export interface Leak {
  readonly way: 'value' | 'time' | 'order' | 'rarity';
  readonly facts: (history: SimulatedHistory) => ObservedFact[];
}

export type Leaks = Readonly<Record<string, Leak>>;

/** Makes the facts of each anonymous participation. */
export const factsOfEachParticipation = (
  history: SimulatedHistory,
  factOf: (one: AnonymousParticipation, i: number) => ObservedFact | ObservedFact[],
): ObservedFact[] => history.anonymous.flatMap(factOf);
