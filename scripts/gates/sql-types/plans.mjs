/**
 * @typedef {{
 *   'Node Type': string, Operation?: string, Alias?: string, 'Join Type'?: string, Output?: string[],
 *   'Parent Relationship'?: string, 'Subplan Name'?: string, Plans?: Plan[],
 * }} Plan as EXPLAIN (VERBOSE, FORMAT JSON) prints it
 */

/** Whether EXPLAIN accepts the statement. @param {string} text */
export const canBeExplained = (text) =>
  /^\s*\(*\s*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i.test(text);

/**
 * Whether the database driver returns the number of rows together with the rows: it does for
 * `UPDATE` and `DELETE`.
 * @param {Plan} plan
 */
export const returnsRowCount = (plan) =>
  plan['Node Type'] === 'ModifyTable' && /^(Update|Delete)$/.test(plan.Operation ?? '');

/**
 * Finds all table aliases of a plan.
 * @param {Plan} plan
 * @returns {string[]} the aliases of the tables that the plan and its sub-plans read
 */
const aliasesIn = (plan) => [
  ...(plan.Alias ? [plan.Alias] : []),
  ...(plan.Plans ?? []).flatMap(aliasesIn),
];

/**
 * Finds the tables on the optional side of an outer join.
 * @param {Plan} plan
 * @returns {string[]} the aliases of the tables for which an outer join may find no row
 */
function outerAliases(plan) {
  const parts = plan.Plans ?? [];
  const join = plan['Join Type'];
  const optional = parts.filter(
    ({ 'Parent Relationship': side }) =>
      (side === 'Inner' && (join === 'Left' || join === 'Full')) ||
      (side === 'Outer' && (join === 'Right' || join === 'Full')),
  );
  return [...optional.flatMap(aliasesIn), ...parts.flatMap(outerAliases)];
}

/**
 * Returns a function that says for each column, by its index, whether an outer join can make it
 * null. If a condition of the statement excludes the rows in which the column is null, the planner
 * turns the outer join into an inner join. The function then returns false for the column.
 * @param {Plan} plan
 * @returns {(i: number) => boolean}
 */
export function nullableJoinColumns(plan) {
  const optional = new Set(outerAliases(plan));
  return (i) => {
    const source = /^"?(\w+)"?\."?\w+"?$/.exec(plan.Output?.[i] ?? '')?.[1];
    return source !== undefined && optional.has(source);
  };
}
