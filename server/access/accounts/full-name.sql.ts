/**
 * The SQL form of the contracts' `fullName`. `p` is an alias of identity.person, or of a view with
 * the same name columns.
 */
export const fullNameSql = (p: string): string =>
  `concat_ws(' ', nullif(${p}.first_name, ''), nullif(${p}.last_name, ''))`;
