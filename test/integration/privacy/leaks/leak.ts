import type { ObservedFact } from '../facts';
import type { PlayedHistory } from '../history';
import type { AnonymousParticipation } from '../taking-part';

export interface Leak {
  readonly way: 'value' | 'time' | 'order' | 'rarity';
  readonly facts: (history: PlayedHistory) => ObservedFact[];
}

export type Leaks = Readonly<Record<string, Leak>>;

/** The facts of each anonymous participation. */
export const factsOfEach = (
  history: PlayedHistory,
  factOf: (one: AnonymousParticipation, i: number) => ObservedFact | ObservedFact[],
): ObservedFact[] => history.anonymous.flatMap(factOf);
