import type { Fact } from '../facts';
import type { History } from '../history';
import type { Anonymous } from '../taking-part';

export interface Leak {
  readonly way: 'value' | 'time' | 'order' | 'rarity';
  readonly facts: (history: History) => Fact[];
}

export type Leaks = Readonly<Record<string, Leak>>;

/** The facts of each anonymous participation. */
export const ofEach = (
  history: History,
  factOf: (one: Anonymous, i: number) => Fact | Fact[],
): Fact[] => history.anonymous.flatMap(factOf);
