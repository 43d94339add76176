/**
 * A value of an anonymous session is shown only if at least this many people share it
 * (docs/domain.md, 4).
 */
export const fewestPeopleForShownValue = 5;

/** Counts how many people share a value; several attempts of one person count once. */
export class PeopleCountByValue {
  private readonly people = new Map<string, Set<string>>();

  add(value: string, participant: string): void {
    this.people.set(value, (this.people.get(value) ?? new Set<string>()).add(participant));
  }
  areEnough(value: string): boolean {
    return (this.people.get(value)?.size ?? 0) >= fewestPeopleForShownValue;
  }
}
