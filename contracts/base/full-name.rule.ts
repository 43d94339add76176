/** A person's names; one of the two may be empty. */
export interface FirstAndLastName {
  first_name: string | null | undefined;
  last_name: string | null | undefined;
}

/** Joins first and last name with a space; returns only one of them if the other is empty. */
export const fullName = ({ first_name, last_name }: FirstAndLastName): string =>
  [first_name, last_name].filter(Boolean).join(' ');
