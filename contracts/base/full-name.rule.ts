/** A person's names; one of the two may be empty. */
export interface FirstAndLastName {
  first_name: string | null | undefined;
  last_name: string | null | undefined;
}

/** First and last name separated by a space; only one name if the other is empty. */
export const fullName = ({ first_name, last_name }: FirstAndLastName): string =>
  [first_name, last_name].filter(Boolean).join(' ');
