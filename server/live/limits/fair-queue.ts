/**
 * Keeps waiting items by account. `take` returns the first item of each account, then the second
 * item of each account, and so on. So an account with many waiting items does not delay the other
 * accounts.
 */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, Item[]>();

  /** How many items wait. */
  get size(): number {
    return [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(whose: string, item: Item): void {
    const own = this.waiting.get(whose);
    if (own) own.push(item);
    else this.waiting.set(whose, [item]);
  }

  take(most: number): Item[] {
    const taken: Item[] = [];
    while (taken.length < most && this.waiting.size > 0)
      for (const [whose, own] of [...this.waiting].slice(0, most - taken.length)) {
        taken.push(...own.splice(0, 1));
        // Moves the account to the end of the map. So every other account gets a turn before this
        // account's next item, even if the next item is taken in a later call of `take`.
        this.waiting.delete(whose);
        if (own.length > 0) this.waiting.set(whose, own);
      }
    return taken;
  }
}
