interface Failure {
  code: string;
  fields?: { path: string; code: string }[];
}

/** The fields that an answer of 400 complains about, as `path code`. */
export const fieldsOf = (body: unknown) =>
  (body as Failure).fields?.map((f) => `${f.path} ${f.code}`).sort();
