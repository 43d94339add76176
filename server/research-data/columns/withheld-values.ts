import { parseExactJson } from '../../runtime/record-format/json.rule';
import type { StudyColumns } from './study-columns.rule';
import type { Column } from './column.rule';
import { fewestPeopleForShownValue } from '../selection/people-who-share.rule';
import { eventsPathKey, type WithheldCountByPath } from '../selection/run-reader';

/**
 * How many values were withheld in a column. If the number itself could identify a participant, it
 * says only that fewer than five people had such values.
 */
export type WithheldCount = number | 'of fewer than five people';

interface Counted {
  count: number;
  readonly people: Set<string>;
}

/** How many values of anonymous sessions were withheld in each column of an export. */
export class WithheldValues {
  private readonly places = new Map<string, Counted>();

  add(participant: string, taken: WithheldCountByPath): void {
    for (const [place, count] of taken) {
      const counted = this.places.get(place) ?? { count: 0, people: new Set<string>() };
      counted.count += count;
      counted.people.add(participant);
      this.places.set(place, counted);
    }
  }

  inEvents(entries: readonly Column[]): Column[] {
    const events = this.places.get(eventsPathKey);
    return withWithheld(entries, (name) =>
      events && name === 'data' ? countOf(events) : undefined,
    );
  }
  inData(entries: readonly Column[], columns: StudyColumns): Column[] {
    const withheld = this.ofData(columns, 'run_value');
    return withWithheld(entries, (name) => withheld.get(name));
  }

  /**
   * Returns the counts by column name.
   * @param whole the name of the column for rows that are a single value instead of an object
   */
  private ofData(columns: StudyColumns, whole: string): ReadonlyMap<string, WithheldCount> {
    const byName = new Map<string, Counted>();
    for (const [place, { count, people }] of this.places) {
      if (place === eventsPathKey) continue;
      const name = nameOf(place, columns, whole);
      const counted = byName.get(name) ?? { count: 0, people: new Set<string>() };
      counted.count += count;
      for (const one of people) counted.people.add(one);
      byName.set(name, counted);
    }
    return new Map([...byName].map(([name, counted]) => [name, countOf(counted)]));
  }
}

const countOf = ({ count, people }: Counted): WithheldCount =>
  people.size < fewestPeopleForShownValue ? 'of fewer than five people' : count;

function nameOf(place: string, columns: StudyColumns, whole: string): string {
  const path = parseExactJson(place);
  return Array.isArray(path) ? (columns.nameOf(path.map(String)) ?? whole) : whole;
}

/** Adds to each column of a codebook the number of values that were withheld in it. */
const withWithheld = (
  entries: readonly Column[],
  of: (name: string) => WithheldCount | undefined,
): Column[] =>
  entries.map((entry) => {
    const withheld = of(entry.name);
    return withheld === undefined ? entry : { ...entry, withheld };
  });

interface Described {
  readonly name: string;
  readonly columns: readonly Column[];
}
/** Lists the counts of withheld values in all tables, for a manifest and a README. */
export const withheldColumns = (tables: readonly Described[]) =>
  tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name: column, withheld: values }) =>
      values === undefined ? [] : [{ table, column, values }],
    ),
  );
