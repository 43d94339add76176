/**
 * The SQL for `fullName` of the contracts. `p` is an alias of identity.person or of a view with its names.
 */
export const fullNameSql = (p: string): string =>
  `concat_ws(' ', nullif(${p}.first_name, ''), nullif(${p}.last_name, ''))`;
