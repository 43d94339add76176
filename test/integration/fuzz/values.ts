import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { nastyValue, nastyText } from './nasty';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** Examples of valid texts, for a rule that JSON Schema cannot express. */
  examples?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}
export const schemaOf = (type: z.ZodType | undefined): Schema =>
  type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** Ids of existing things, and ids that belong to nothing. */
export type KnownIds = readonly string[];
const days = fc.date({
  min: new Date('1900-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});

const matching = new Map<string, Arbitrary<unknown>>();
/**
 * Returns a generator of texts that match a regular expression. fast-check analyses the expression
 * whenever it creates a generator, so there is only one generator for each expression.
 */
function matches(pattern: string): Arbitrary<unknown> {
  const known = matching.get(pattern);
  if (known) return known;
  const made = fc.stringMatching(new RegExp(pattern), { maxLength: 200 });
  matching.set(pattern, made);
  return made;
}

function text(schema: Schema, ids: KnownIds): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema;
  if (schema.examples) return fc.oneof(fc.constantFrom(...schema.examples), nastyText);
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'email')
    return fc.oneof(fc.emailAddress(), fc.constantFrom('ada@uni.test', 'ADA@UNI.TEST'));
  if (format === 'date') return days.map((d) => d.toISOString().slice(0, 10));
  if (format === 'date-time') return days.map((d) => d.toISOString());
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) {
    try {
      return matches(pattern);
    } catch {
      return nastyText; // fast-check cannot generate from every expression
    }
  }
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    }),
    fc.constantFrom('Correct-Horse-1', 'Ada', 'Yale'),
  );
}

/** Makes values for the schema: nine in ten are valid, one in ten is arbitrary. */
export function arbitraryValueOf(schema: Schema, ids: KnownIds, root: Schema): Arbitrary<unknown> {
  const right = (): Arbitrary<unknown> => {
    if (schema.$ref !== undefined)
      return arbitraryValueOf(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, ids, root);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => arbitraryValueOf(choice, ids, root)));
    if (schema.allOf)
      return fc
        .tuple(...schema.allOf.map((part) => arbitraryValueOf(part, ids, root)))
        .map((parts) => Object.assign({}, ...parts) as unknown);
    switch ([schema.type].flat()[0]) {
      case 'string':
        return text(schema, ids);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.oneof(
          fc.integer({
            min: Math.max(schema.minimum ?? -100, -1e9),
            max: Math.min(schema.maximum ?? 1_000, 1e9),
          }),
          fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1),
        );
      case 'number':
        return fc.double({ noNaN: true });
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(arbitraryValueOf(schema.items ?? {}, ids, root), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'object': {
        const all = Object.entries(schema.properties ?? {});
        if (all.length === 0)
          return fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), nastyText, {
            maxKeys: 3,
          });
        const requiredKeys = fc.subarray(schema.required ?? [], {
          minLength: Math.max(0, (schema.required?.length ?? 0) - 1),
        });
        // `properties` is created at its first use, because a schema may refer to itself.
        let properties: Record<string, Arbitrary<unknown>> | undefined;
        return requiredKeys.chain((keys) => {
          properties ??= Object.fromEntries(
            all.map(([name, property]) => [name, arbitraryValueOf(property, ids, root)]),
          );
          return fc.record(properties, { requiredKeys: keys as never[] });
        });
      }
      case undefined:
      default:
        return fc.oneof(
          fc.integer({ min: 0, max: 130 }).map(String),
          nastyText,
          fc.constantFrom(...ids),
        );
    }
  };
  return fc.oneof({ weight: 12, arbitrary: right() }, { weight: 1, arbitrary: nastyValue });
}
