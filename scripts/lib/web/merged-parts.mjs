import { addAll, overlap, weigher } from './page-sets.mjs';

/**
 * A part of the web app: modules that go into the same file. This module merges parts, so that
 * there are few files. Each file costs one request for every page that loads it. A file that pages
 * share may contain code that some of these pages do not need, which costs bytes. Both costs are
 * counted in bytes and added up over all pages. Parts are merged as long as this sum falls.
 * @typedef {object} Part
 * @property {Set<string>} modules
 * @property {Uint8Array} pages the pages that load the part, one bit for each page
 * @property {Set<string>} needs the names of the parts that its modules import
 * @property {number} size the minified size in bytes
 * @property {boolean} [fixed] whether the part is never merged, such as a page's own modules and
 *   the modules that the first pages share
 */

/**
 * The cost of a request, expressed in bytes. A request takes about 5 ms of CPU time in a browser,
 * and 20 ms on a phone; in this time a slow connection (1.6 Mbit/s) transfers 11 kB of minified
 * script, a fast one more than 100 kB. Values between 12 and 50 kB hardly change the result.
 */
const request = 40_000;
/**
 * The largest file that merging may produce, in minified bytes. A larger one might exceed the limit
 * (./web-budget.mjs).
 */
const largest = 150_000;

/** @typedef {Map<string, Part>} Parts */
/** @typedef {import('./page-sets.mjs').Weigh} Weigh */
/**
 * Finds all parts that each part needs, directly or indirectly. The result contains the part itself
 * only if its imports form a circle.
 * @param {Parts} parts
 */
export function reachableBundleParts(parts) {
  return new Map(
    [...parts].map(([id, { needs }]) => {
      /** @type {Set<string>} */
      const seen = new Set();
      const next = [...needs];
      for (let one = next.pop(); one !== undefined; one = next.pop()) {
        if (seen.has(one)) continue;
        seen.add(one);
        next.push(...(parts.get(one)?.needs ?? []));
      }
      return /** @type {const} */ ([id, seen]);
    }),
  );
}

/** @typedef {ReturnType<typeof reachableBundleParts>} Reach */

/**
 * Returns the parts that must go into the same file if two given parts are merged: the two parts,
 * and every part that one of them imports on the way to the other. If a part on the way stayed in a
 * separate file, that file and the merged file would import each other.
 * Returns undefined if one of these parts is fixed and must not be merged.
 * @param {Parts} parts
 * @param {Reach} reach
 * @param {string} one
 * @param {string} other
 */
function together(parts, reach, one, other) {
  const group = new Set([one, other]);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ])
    for (const between of reach.get(from ?? one) ?? [])
      if (reach.get(between)?.has(to ?? other)) group.add(between);
  return [...group].some((id) => parts.get(id)?.fixed) ? undefined : group;
}

/**
 * Computes how many bytes all pages together would save if these parts were one file; negative if
 * they would load more.
 * @param {Parts} parts @param {Reach} reach @param {ReadonlySet<string>} group @param {Weigh} weigh
 */
function saving(parts, reach, group, weigh) {
  /** @type {Uint8Array | undefined} */
  let pages;
  let size = 0;
  let saved = 0;
  for (const id of group) {
    const part = /** @type {Part} */ (parts.get(id));
    if (pages) addAll(pages, part.pages);
    else pages = part.pages.slice();
    size += part.size;
    saved += weigh(part.pages) * (request + part.size);
  }
  if (!pages || size > largest) return -Infinity;
  saved -= weigh(pages) * (request + size);
  if (saved <= 0) return saved;
  // A page that loads the merged file also loads every part that a module of the file needs.
  /** @type {Set<string>} */
  const needed = new Set();
  for (const id of group) for (const need of reach.get(id) ?? []) needed.add(need);
  for (const id of needed) {
    const part = group.has(id) ? undefined : parts.get(id);
    if (part) saved -= weigh(pages, part.pages) * (request + part.size);
    if (saved <= 0) return saved;
  }
  return saved;
}

/**
 * Merges the parts of a group.
 * @param {Parts} parts @param {ReadonlySet<string>} group the first one stays
 * @returns which parts each part now needs, and the parts that were removed or changed
 */
function join(parts, group) {
  const [first = '', ...others] = group;
  const into = /** @type {Part} */ (parts.get(first));
  for (const id of others) {
    const part = /** @type {Part} */ (parts.get(id));
    for (const module of part.modules) into.modules.add(module);
    for (const need of part.needs) into.needs.add(need);
    addAll(into.pages, part.pages);
    into.size += part.size;
    parts.delete(id);
    for (const one of parts.values()) if (one.needs.delete(id)) one.needs.add(first);
  }
  into.needs.delete(first);
  const reach = reachableBundleParts(parts);
  const changed = new Set(group);
  for (const id of reach.get(first) ?? []) {
    const part = /** @type {Part} */ (parts.get(id));
    if (addAll(part.pages, into.pages)) changed.add(id);
  }
  return { reach, changed };
}

/**
 * Remembers what merging each pair of parts would save. The result of a pair depends only on the
 * two parts and on the parts that they need, so most results stay valid after a merge. Computing
 * them again each time would take a third of the build.
 */
class PairSavings {
  /** @type {Map<string, Map<string, number>>} */
  known = new Map();

  /**
   * @param {string} one @param {string} other @param {() => number} compute called if not known
   */
  of(one, other, compute) {
    let row = this.known.get(one);
    if (!row) {
      /** @type {Map<string, number>} */
      const fresh = new Map();
      this.known.set(one, fresh);
      row = fresh;
    }
    let saved = row.get(other);
    if (saved === undefined) row.set(other, (saved = compute()));
    return saved;
  }

  /**
   * Forgets the results of each pair in which one part has changed, or needs a changed part.
   * @param {ReadonlySet<string>} changed @param {Reach} before @param {Reach} now
   */
  forget(changed, before, now) {
    const touched = [...before].flatMap(([id, reached]) =>
      changed.has(id) ||
      [reached, now.get(id) ?? []].some((ids) => [...ids].some((one) => changed.has(one)))
        ? [id]
        : [],
    );
    for (const id of touched) this.known.delete(id);
    for (const row of this.known.values()) for (const id of touched) row.delete(id);
  }
}

/**
 * Merges parts as long as this reduces the total cost.
 * @param {Parts} parts changed in place; every page that loads a part must also load all parts that it needs
 * @param {readonly number[]} weights the weight of each page, at the index of its bit
 */
export function mergeBundleParts(parts, weights) {
  const weigh = weigher(weights);
  const savings = new PairSavings();
  let reach = reachableBundleParts(parts);
  /** @param {string} one @param {string} other */
  const savingOf = (one, other) => {
    const [a, b] = [parts.get(one), parts.get(other)];
    if (!a || !b || a.size + b.size > largest || !overlap(a.pages, b.pages)) return 0;
    const group = together(parts, reach, one, other);
    return group ? saving(parts, reach, group, weigh) : 0;
  };
  for (;;) {
    const free = [...parts].filter(([, { fixed }]) => !fixed).map(([id]) => id);
    /** @type {{ saved: number, pair?: [string, string] }} */
    let best = { saved: 0 };
    for (const [i, one] of free.entries())
      for (let k = i + 1; k < free.length; k++) {
        const other = free[k] ?? '';
        const saved = savings.of(one, other, () => savingOf(one, other));
        if (saved > best.saved) best = { saved, pair: [one, other] };
      }
    const group = best.pair && together(parts, reach, ...best.pair);
    if (!group) return;
    const before = reach;
    const joined = join(parts, group);
    reach = joined.reach;
    savings.forget(joined.changed, before, reach);
  }
}
