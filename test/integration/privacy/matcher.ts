import {
  valuesInFact,
  momentsIn,
  identifyingTokensOf,
  type ObservedFact,
  type FactValue,
} from './facts';

/** A participant: `words` are the texts that identify them (account, address, name). */
export interface MatchablePerson {
  readonly id: string;
  readonly words: readonly string[];
}

/**
 * An anonymous participation. `words` are the texts that identify the participation in facts.
 * `person` is the real participant, with whom the test compares the guess of the matcher.
 */
export interface MatchTarget {
  readonly words: readonly string[];
  readonly person: string;
}

/** The result of one way of joining data: which person probably has which participation. */
export interface SuggestedIdentities {
  readonly way: 'value' | 'time' | 'order' | 'rarity';
  /** The names of the columns that are joined. */
  readonly by: string;
  /** The suggested person, by the number of the participation in the list of targets. */
  readonly named: ReadonlyMap<number, string>;
}

interface Seen {
  readonly place: string;
  readonly leaves: readonly FactValue[];
  readonly tokens: ReadonlySet<string>;
  readonly persons: readonly string[];
  readonly targets: readonly number[];
}

/**
 * Finds all ways to assign persons to anonymous participations from the facts that an observer has:
 * - by a value that a person and a participation share, directly or through other facts;
 * - by times within a second of each other;
 * - by the same order of two lists;
 * - by a trait that only one person shares with a participation.
 *
 * The matcher knows the persons and the ids of the participations, but not which person has which
 * participation. Several observers may have the same fact; the matcher examines it only once.
 */
export function identityMatcherOf(
  persons: readonly MatchablePerson[],
  targets: readonly MatchTarget[],
): (facts: readonly ObservedFact[]) => SuggestedIdentities[] {
  const wordsOf = (all: readonly { readonly words: readonly string[] }[]) =>
    all.map(({ words }) => words.map((word) => word.toLowerCase()));
  const [named, called] = [wordsOf(persons), wordsOf(targets)];
  const known = new WeakMap<ObservedFact, Seen>();
  const seenIn = (fact: ObservedFact): Seen => {
    const seen = known.get(fact) ?? look(fact, persons, named, called);
    known.set(fact, seen);
    return seen;
  };
  return (facts) => {
    const seen = facts.map(seenIn);
    return [
      ...byValue(seen, targets),
      ...byTime(seen),
      ...byOrder(seen),
      ...byRarity(seen, targets),
    ].filter(({ named: some }) => some.size > 0);
  };
}

/**
 * Notes which persons and participations a fact names, and its values. `named` are the texts that
 * identify each person, `called` those that identify each participation.
 */
function look(
  fact: ObservedFact,
  persons: readonly MatchablePerson[],
  named: readonly (readonly string[])[],
  called: readonly (readonly string[])[],
): Seen {
  const leaves = valuesInFact(fact.row);
  // Joins all values into one text, since no searched word contains a line end.
  const text = leaves.map(({ value }) => String(value).toLowerCase()).join('\n');
  const has = (word: string) => text.includes(word);
  return {
    place: fact.place,
    leaves,
    tokens: identifyingTokensOf(leaves),
    persons: persons.filter((_, i) => named[i]?.some(has)).map(({ id }) => id),
    targets: called.flatMap((words, i) => (words.some(has) ? [i] : [])),
  };
}

/** A value in more facts than this is too common to identify a person. */
const tooCommon = 10;
const mostSteps = 3;

/**
 * Suggests for each participation the person to whom the shortest chain of facts leads.
 * Neighbouring facts of a chain share a rare value. Suggests no person if several persons are
 * equally near.
 */
function byValue(seen: readonly Seen[], targets: readonly MatchTarget[]): SuggestedIdentities[] {
  const byToken = new Map<string, Seen[]>();
  for (const one of seen)
    for (const token of one.tokens) {
      const others = byToken.get(token);
      if (others) others.push(one);
      else byToken.set(token, [one]);
    }
  const named = new Map<number, string>();
  const through = new Set<string>();
  targets.forEach((_, i) => {
    const known = new Set(
      seen.filter((one) => one.targets.includes(i) && one.targets.length === 1),
    );
    let edge = [...known];
    for (let step = 0; step <= mostSteps && edge.length > 0; step++) {
      const reached = new Set(edge.flatMap((one) => (one.persons.length === 1 ? one.persons : [])));
      if (reached.size > 0) {
        const [person] = reached;
        if (reached.size === 1 && person !== undefined) {
          named.set(i, person);
          for (const one of edge) if (one.persons.length === 1) through.add(one.place);
        }
        return;
      }
      const next = new Set(
        edge
          .flatMap((one) => [...one.tokens])
          .flatMap((token) => {
            const others = byToken.get(token) ?? [];
            return others.length <= tooCommon ? others : [];
          })
          .filter((one) => !known.has(one)),
      );
      for (const one of next) known.add(one);
      edge = [...next];
    }
  });
  return [{ way: 'value', by: `values up to ${[...through].join(', ')}`, named }];
}

/**
 * Collects the columns of the facts. A column contains all values that have one name in one place.
 * Each value is stored with the person or the participation of its fact.
 */
function columnsOf<Key, Value>(
  seen: readonly Seen[],
  keyOf: (one: Seen) => Key | undefined,
  valuesOf: (leaf: FactValue, one: Seen) => readonly Value[],
): Map<string, [Key, Value][]> {
  const columns = new Map<string, [Key, Value][]>();
  for (const one of seen) {
    const key = keyOf(one);
    if (key === undefined) continue;
    for (const leaf of one.leaves)
      for (const value of valuesOf(leaf, one)) {
        const column = `${one.place} ${leaf.name}`;
        const cells = columns.get(column);
        if (cells) cells.push([key, value]);
        else columns.set(column, [[key, value]]);
      }
  }
  return columns;
}

const onlyTarget = ({ targets }: Seen) => (targets.length === 1 ? targets[0] : undefined);
const onlyPerson = ({ persons }: Seen) => (persons.length === 1 ? persons[0] : undefined);

/** Yields the entries of the sorted list whose times lie between `from` and `to`. */
function* within(
  moments: readonly (readonly [string, number])[],
  from: number,
  to: number,
): Generator<readonly [string, number]> {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.[1] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < moments.length; i++) {
    const one = moments[i];
    if (!one || one[1] > to) return;
    yield one;
  }
}

const aSecond = 1_000;
/**
 * A time identifies the nearest person only if the second nearest is this many times as far away.
 */
const clearly = 4;
/** Whether one of the sorted times is within a second of `at`. */
const isNear = (moments: readonly (readonly [string, number])[], at: number): boolean =>
  !within(moments, at - aSecond, at + aSecond).next().done;

function byTime(seen: readonly Seen[]): SuggestedIdentities[] {
  const theirs = columnsOf(seen, onlyTarget, momentsIn);
  const persons = [...columnsOf(seen, onlyPerson, momentsIn)].map(
    ([other, moments]) => [other, moments.sort(([, a], [, b]) => a - b)] as const,
  );
  const joins: SuggestedIdentities[] = [];
  for (const [one, cells] of theirs) {
    for (const [other, moments] of persons) {
      const named = new Map<number, string>();
      for (const [i, at] of cells) {
        if (!isNear(moments, at)) continue;
        const nearest = new Map<string, number>();
        // Skips persons whose times are more than `clearly` seconds away. They are too far away to
        // make the nearest person uncertain.
        for (const [person, moment] of within(
          moments,
          at - aSecond * clearly,
          at + aSecond * clearly,
        ))
          nearest.set(person, Math.min(nearest.get(person) ?? Infinity, Math.abs(moment - at)));
        const [first, second] = [...nearest].sort(([, a], [, b]) => a - b);
        if (!first || first[1] > aSecond) continue;
        if (!second || second[1] > Math.max(1, first[1]) * clearly) named.set(i, first[0]);
      }
      joins.push({ way: 'time', by: `${one} and ${other}`, named });
    }
  }
  return joins;
}

const comparable = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

/**
 * Joins two lists of equal length, one of participations and one of persons, by their order: the
 * first entries belong together, the second entries too, and so on. The column `#` is the order in
 * which the facts were seen.
 */
function byOrder(seen: readonly Seen[]): SuggestedIdentities[] {
  const numbered = seen.map((one, at) => ({
    ...one,
    leaves: [...one.leaves.map(positional), { name: '#', value: at }],
  }));
  const orderable = ({ value }: FactValue) => [value];
  const rows = new Map<string, number>();
  for (const { place } of seen) rows.set(place, (rows.get(place) ?? 0) + 1);
  const sorted = <Key>(columns: Map<string, [Key, string | number][]>) =>
    [...columns]
      .filter(([, cells]) => new Set(cells.map(([, value]) => value)).size === cells.length)
      .map(([column, cells]) => [column, cells.sort((a, b) => comparable(a[1], b[1]))] as const);
  // A table of all participations also has rows of people who are not targets. These rows stay in
  // the list, because an observer joins the two lists by position.
  const theirs = sorted(columnsOf(numbered, (one) => onlyTarget(one) ?? other(one), orderable));
  const persons = sorted(columnsOf(numbered, onlyPerson, orderable));
  const joins: SuggestedIdentities[] = [];
  for (const [one, cells] of theirs)
    for (const [two, people] of persons) {
      if (cells.length !== people.length || cells.length < 4) continue;
      for (const backwards of [false, true]) {
        const named = new Map<number, string>();
        cells.forEach(([target], i) => {
          const person = people[backwards ? people.length - 1 - i : i]?.[0];
          if (target >= 0 && person !== undefined) named.set(target, person);
        });
        joins.push({
          way: 'order',
          by: `${one} and ${two}${backwards ? ', backwards' : ''}`,
          named,
        });
      }
    }
  return joins;
}

/**
 * Returns -1 for a row that belongs to no target, so that the row counts as a participation of a
 * person outside the test.
 */
const other = ({ targets }: Seen) => (targets.length === 0 ? -1 : undefined);

/**
 * Converts a row's position in a table, `(page,row)`, to a number that sorts by page and then by
 * row.
 */
const positional = ({ name, value }: FactValue): FactValue => {
  const place = /^\((\d+),(\d+)\)$/.exec(String(value));
  return { name, value: place ? Number(place[1]) * 1e6 + Number(place[2]) : value };
};

/**
 * Names of traits that a person and a participation may both show. The name of a value ends with
 * one of them.
 */
const traitNames = [
  ...['age', 'education_level', 'languages?', 'locale', 'date_of_birth', 'country', 'sex'],
  ...['gender', 'handedness', 'sight', 'hearing', 'devices'],
  ...['frame_ms', 'clock_ms', 'longest_ms', 'long_tasks'],
];
const traits = new RegExp(`(^|[._])(${traitNames.join('|')})$`);

function toldBy({ name, value }: FactValue): string[] {
  const trait = traits.exec(name)?.[2];
  if (trait === undefined) return [];
  if (trait !== 'date_of_birth')
    return [`${trait === 'locale' || trait === 'languages' ? 'language' : trait} ${value}`];
  const age = (Date.now() - Date.parse(String(value))) / (365.2425 * 86_400_000);
  return [`age ${Math.floor(age)}`];
}

function byRarity(seen: readonly Seen[], targets: readonly MatchTarget[]): SuggestedIdentities[] {
  const gather = <Key>(columns: Map<string, [Key, string][]>) => {
    const all = new Map<Key, Set<string>>();
    for (const cells of columns.values())
      for (const [key, value] of cells) all.set(key, (all.get(key) ?? new Set()).add(value));
    return all;
  };
  const theirs = gather(columnsOf(seen, onlyTarget, toldBy));
  const persons = gather(columnsOf(seen, onlyPerson, toldBy));
  const named = new Map<number, string>();
  targets.forEach((_, i) => {
    const wanted = [...(theirs.get(i) ?? [])];
    if (wanted.length === 0) return;
    const fitting = [...persons].filter(([, has]) => wanted.every((one) => has.has(one)));
    const [only] = fitting;
    if (fitting.length === 1 && only) named.set(i, only[0]);
  });
  return [{ way: 'rarity', by: 'what few have', named }];
}
