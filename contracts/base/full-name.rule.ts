/** A person's names; one of them is enough, and then the other one is empty. */
export interface FirstAndLastName {
  first_name: string | null | undefined;
  last_name: string | null | undefined;
}

/** First and last name with a blank between two, and none beside one. */
export const fullName = ({ first_name, last_name }: FirstAndLastName): string =>
  [first_name, last_name].filter(Boolean).join(' ');
