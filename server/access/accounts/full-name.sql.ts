/**
 * The SQL form of the contracts' `fullName`. `p` is an alias of identity.person, or of a view with
 * the columns `first_name` and `last_name`.
 */
export const fullNameSql = (p: string): string =>
  `concat_ws(' ', nullif(${p}.first_name, ''), nullif(${p}.last_name, ''))`;
