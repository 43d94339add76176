import type { Condition } from '../../../../../../contracts/study-files/conditions';

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];
/** Turns a text into a name that a script can use: letters, digits and underscores. */
const keyOf = (text: string): string => text.trim().replace(/[^A-Za-z0-9_]+/g, '_');

/**
 * Returns a condition for each combination of the levels of factors.
 * @param text one line for each factor: `size: small, large`
 * @returns an empty list if no line has a factor
 */
export function crossFactors(text: string): Condition[] {
  const factors = text.split('\n').flatMap((line) => {
    const [name = '', levels = ''] = line.split(/:(.*)/s);
    const list = listOf(levels);
    return keyOf(name) && list.length > 0 ? [{ key: keyOf(name), levels: list }] : [];
  });
  if (factors.length === 0) return [];
  const rows = factors.reduce<Record<string, string>[]>(
    (all, { key, levels }) =>
      all.flatMap((row) => levels.map((level) => ({ ...row, [key]: level }))),
    [{}],
  );
  return rows.map((values) => ({ name: Object.values(values).join(', '), share: 1, values }));
}

/**
 * Returns balanced orders of items (Williams' design). Each item is in each place equally often,
 * and directly follows each other item equally often. An even number n of items gives n orders. An
 * odd number n gives 2n orders (E. J. Williams, 1949, Australian Journal of Scientific Research A
 * 2, 149).
 * @param text the items, separated by commas
 * @returns an empty list for fewer than two items
 */
export function balancedOrders(text: string): Condition[] {
  const things = listOf(text);
  const n = things.length;
  if (n < 2) return [];
  // The sequence 0, 1, n-1, 2, n-2 …. If n is even, all steps between neighbours (modulo n) differ.
  // So in the n orders together, each item directly follows each other item exactly once.
  const first = things.map((_, i) => (i % 2 === 1 ? (i + 1) / 2 : (n - i / 2) % n));
  const square = things.map((_, shift) => first.map((place) => (place + shift) % n));
  const orders = n % 2 === 0 ? square : [...square, ...square.map((row) => [...row].reverse())];
  return orders.map((order, i) => {
    const names = order.map((place) => things[place] ?? '');
    return {
      name: `${i + 1}: ${names.join(', ')}`.slice(0, 100),
      share: 1,
      values: Object.fromEntries(names.map((name, place) => [`position_${place + 1}`, name])),
    };
  });
}
