import type { z } from 'zod';
import { capabilities } from '../../server/contexts';

interface Leaf {
  path: string;
  schema: z.ZodType;
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  [part: string]: unknown;
}
const inner = ['innerType', 'in', 'out', 'element', 'valueType', 'left', 'right'] as const;

/** Yields the texts inside a schema, with their paths; visits shared schemas once. */
function* textsIn(schema: z.ZodType, path: string, met = new Set<z.ZodType>()): Generator<Leaf> {
  if (met.has(schema)) return;
  met.add(schema);
  const def = (schema as unknown as { def: Def & { getter?: () => z.ZodType } }).def;
  if (def.type === 'string') yield { path, schema };
  if (def.type === 'lazy' && def.getter) yield* textsIn(def.getter(), path, met);
  for (const [key, part] of Object.entries(def.shape ?? {}))
    yield* textsIn(part, `${path}.${key}`, met);
  for (const part of [...(def.options ?? []), ...(def.items ?? [])])
    yield* textsIn(part, path, met);
  for (const key of inner) {
    const part = def[key];
    if (part && typeof part === 'object') yield* textsIn(part as z.ZodType, path, met);
  }
}

/**
 * Whether a field is a text by which people distinguish things in lists, judged by the end of its
 * path.
 */
const isName = (path: string) =>
  /(^|[._])(name|title|place|organization|affiliation|institution|department|city|label|group)$/.test(
    path,
  );
/**
 * Whether a field is a name in a timeline, or the name of a variable. This test does not check
 * these names, because they are content of an experiment: researchers may save an unfinished
 * timeline, and a variable has the name of its column.
 */
const isContent = (path: string) => /\.(timeline|variables)\./.test(path);
const takes = ({ schema }: Leaf, text: string) => schema.safeParse(text).success;

const names = [...capabilities.endpoints].flatMap((endpoint) => {
  const { body, method, path } = endpoint as { body?: z.ZodType; method: string; path: string };
  return body
    ? [...textsIn(body, `${method} ${path}`)].filter(
        (leaf) => isName(leaf.path) && !isContent(leaf.path) && takes(leaf, 'Ada'),
      )
    : [];
});

describe('[2.2.1] name fields of the contract', () => {
  it('are recognised: first and last names, titles and names', () => {
    const keys = new Set(names.map(({ path }) => path.split('.').at(-1)));
    expect([...keys]).toEqual(expect.arrayContaining(['first_name', 'last_name', 'title', 'name']));
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(names.map((one) => [one.path, one] as const))(
    'refuse invisible characters: %s',
    (_, leaf) => {
      const hidden = ['\u2800', '\u200b', '\ufe0f', '\u034f', '\u{e0100}', '\u202e', '\0'];
      expect(hidden.filter((one) => takes(leaf, `A${one}da`))).toEqual([]);
    },
  );
});
