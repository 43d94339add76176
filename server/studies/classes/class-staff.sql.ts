/**
 * SQL condition: a member of a classroom is an instructor or assistant.
 * @param member an alias of identity.class_member
 */
export const isStaffSql = (member: string): string =>
  `${member}.role IN ('instructor', 'assistant')`;
