interface Failure {
  code: string;
  fields?: { path: string; code: string }[];
}

/** Lists the invalid fields of a 400 answer, as `path code`. */
export const invalidFieldsOf = (body: unknown) =>
  (body as Failure).fields?.map((f) => `${f.path} ${f.code}`).sort();
