/**
 * Makes an empty set of pages of the web app. A set has one bit for each page. It is an array of
 * bytes, since merging parts of the web app (./merged-parts.mjs) compares hundreds of thousands of
 * sets, and a bigint of that size is slow.
 * @param {number} count how many pages there are
 */
export const noPages = (count) => new Uint8Array(Math.ceil(count / 8));

/**
 * Adds a page to a set.
 * @param {Uint8Array} pages @param {number} page its number, from 0
 */
export function addPage(pages, page) {
  pages[page >> 3] = byteOf(pages, page >> 3) | (1 << (page & 7));
}

/** @param {Uint8Array} pages @param {number} i */
const byteOf = (pages, i) => pages[i] ?? 0;

/** Whether two sets have a page in common. @param {Uint8Array} a @param {Uint8Array} b */
export const overlap = (a, b) => a.some((byte, i) => byte & byteOf(b, i));

/**
 * Adds the pages of one set to another.
 * @param {Uint8Array} into @param {Uint8Array} more
 * @returns whether `into` changed
 */
export function addAll(into, more) {
  let isChanged = false;
  for (let i = 0; i < into.length; i++) {
    const both = byteOf(into, i) | byteOf(more, i);
    isChanged ||= both !== into[i];
    into[i] = both;
  }
  return isChanged;
}

/**
 * Returns the sum of the weights of the pages in `of` that are not in `except`.
 * @typedef {(of: Uint8Array, except?: Uint8Array) => number} Weigh
 */

/**
 * Returns a function that adds up the weights of a set of pages. It looks up the sum of each eight
 * pages in a table.
 * @param {readonly number[]} weights the weight of each page, at the index of the page's bit
 * @returns {Weigh}
 */
export function weigher(weights) {
  const sums = new Float64Array(Math.ceil(weights.length / 8) * 256);
  for (let at = 0; at < sums.length; at++)
    for (let bit = 0; bit < 8; bit++)
      if (at & (1 << bit)) sums[at] = (sums[at] ?? 0) + (weights[(at >> 8) * 8 + bit] ?? 0);
  return (of, except) => {
    let sum = 0;
    for (let i = 0; i < of.length; i++) {
      const byte = byteOf(of, i) & ~(except ? byteOf(except, i) : 0);
      if (byte) sum += sums[(i << 8) | byte] ?? 0;
    }
    return sum;
  };
}
