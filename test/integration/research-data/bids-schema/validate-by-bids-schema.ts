import { z } from 'zod';
import schema from './bids-schema.json';

/*
 * Validates a dataset by the schema that the BIDS standard publishes (bids-schema.json), without
 * our own check. Validates names of files, fields of JSON, and columns of tables. Does not evaluate
 * expressions of the schema (`checks`, `selectors` beyond the path).
 */

type Fields = Readonly<Record<string, unknown>>;
interface FileRule {
  readonly path?: string;
  readonly stem?: string;
  readonly suffixes?: readonly string[];
  readonly extensions?: readonly string[];
  readonly datatypes?: readonly string[];
  readonly entities?: Readonly<Record<string, 'required' | 'optional'>>;
}
interface ColumnRule {
  readonly name: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly anyOf?: readonly ColumnRule[];
  readonly definition?: { readonly Format?: string };
}
interface TableRule {
  readonly initial_columns?: readonly string[];
  readonly columns: Readonly<Record<string, string | { readonly level: string }>>;
}

const formats = schema.formats as unknown as Readonly<Record<string, { readonly pattern: string }>>;
const columns = schema.columns as unknown as Readonly<Record<string, ColumnRule>>;
const metadata = schema.metadata as unknown as Readonly<Record<string, Fields>>;
const entities = schema.entities as Readonly<Record<string, { name: string; format: string }>>;
type Named = Readonly<Record<string, FileRule>>;
const { core, tables, raw } = schema.files as unknown as Readonly<
  Record<'core' | 'tables', Named> & Record<'raw', Readonly<Record<string, Named>>>
>;
const rules = [core, tables, ...Object.values(raw)].flatMap((of) => Object.values(of));

/** Converts to JSON Schema: formats of the standard become patterns. */
function asJsonSchema(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(asJsonSchema);
  if (typeof rule !== 'object' || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'name' || key === 'recommended') return [];
      if (key === 'properties')
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(value as Fields).map(([n, v]) => [n, asJsonSchema(v)]),
            ),
          ],
        ];
      // The standard gives only the meaning of units and addresses, so their format is not checked.
      if (key === 'format') return [];
      return [[key, asJsonSchema(value)]];
    }),
  );
}
const validators = new Map(
  Object.entries(metadata).map(([name, rule]) => [
    name,
    z.fromJSONSchema(asJsonSchema(rule) as Parameters<typeof z.fromJSONSchema>[0]),
  ]),
);

const isEntity = (name: string, value: string): boolean =>
  Object.values(entities).some(
    (one) => one.name === name && new RegExp(`^${formats[one.format]?.pattern ?? ''}$`).test(value),
  );

/** Whether a rule of the schema allows a file of that path. */
function allows(rule: FileRule, path: string): boolean {
  if (rule.path !== undefined) return path === rule.path || path.startsWith(`${rule.path}/`);
  const [, folders = '', file = ''] = /^(.*\/)?([^/]+)$/.exec(path) ?? [];
  const dot = file.indexOf('.');
  const [stem, extension] = dot < 0 ? [file, ''] : [file.slice(0, dot), file.slice(dot)];
  if (!rule.extensions?.includes(extension)) return false;
  const parts = folders.split('/').filter(Boolean);
  if (rule.stem !== undefined)
    return (
      (rule.stem === '*' || rule.stem === stem) &&
      parts.join('/') === (rule.datatypes?.[0] ?? '') &&
      /^[A-Za-z0-9_]+$/.test(stem)
    );
  const named = stem.split('_');
  const suffix = named.pop() ?? '';
  if (!rule.suffixes?.includes(suffix)) return false;
  const pairs = named.map((one) => one.split('-') as [string, string]);
  const order = schema.entity_order.map((one) => entities[one]?.name);
  const places = pairs.map(([name]) => order.indexOf(name));
  const wanted = Object.entries(rule.entities ?? {}).map(([one, level]) => ({
    name: entities[one]?.name ?? '',
    level,
  }));
  const isSidecarAbove = extension === '.json' && parts.length === 0;
  return (
    pairs.every(
      ([name, value]) => isEntity(name, value) && wanted.some((one) => one.name === name),
    ) &&
    places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0)) &&
    wanted.every(
      ({ name, level }) =>
        level === 'optional' || isSidecarAbove || pairs.some(([one]) => one === name),
    ) &&
    (isSidecarAbove || parts.at(-1) === rule.datatypes?.[0]) &&
    pairs
      .filter(([name]) => name === 'sub' || name === 'ses')
      .every(([name, value]) => isSidecarAbove || parts.includes(`${name}-${value}`))
  );
}

function faultsOfJson(path: string, text: string): string[] {
  const faults: string[] = [];
  const look = (fields: Fields, at: string) => {
    for (const [name, value] of Object.entries(fields)) {
      const known = validators.get(name);
      if (known && !known.safeParse(value).success) faults.push(`${path}: ${at}${name} is wrong`);
      // The description of a column is an object with fields of its own, which are checked in turn.
      if (!known && typeof value === 'object' && value !== null) look(value as Fields, `${name}.`);
    }
  };
  look(JSON.parse(text) as Fields, '');
  if (path !== 'dataset_description.json') return faults;
  const { fields } = schema.dataset_metadata.dataset_description;
  const required = Object.entries(fields).filter(([, level]) => level === 'required');
  for (const [name] of required)
    if (!(name in (JSON.parse(text) as Fields))) faults.push(`${path}: ${name} is missing`);
  return faults;
}

const tableRule = (path: string): TableRule | undefined => {
  const tables = schema.tabular_data as unknown as Readonly<Record<string, TableRule>> & {
    readonly Events: { readonly Events: TableRule };
  };
  if (path === 'participants.tsv') return tables['Participants'];
  if (path.startsWith('phenotype/')) return tables['Phenotype'];
  return path.endsWith('_events.tsv') ? tables.Events.Events : undefined;
};

function isValue(rule: ColumnRule, value: string): boolean {
  if (rule.anyOf) return rule.anyOf.some((one) => isValue(one, value));
  const format = rule.format ?? rule.definition?.Format ?? rule.type ?? 'string';
  const pattern = rule.pattern ?? formats[format]?.pattern;
  return pattern === undefined || format === 'string'
    ? !rule.pattern || new RegExp(`^(?:${rule.pattern})$`).test(value)
    : new RegExp(`^(?:${pattern})$`).test(value);
}

function faultsOfTable(path: string, text: string): string[] {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const names = head.split('\t');
  const rows = lines.map((line) => line.split('\t'));
  const rule = tableRule(path);
  const required = Object.entries(rule?.columns ?? {})
    .filter(([, of]) => (typeof of === 'string' ? of : of.level) === 'required')
    .map(([name]) => columns[name]?.name ?? name);
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${path}: no ${name}`),
    ...(rule?.initial_columns ?? [])
      .filter((name, i) => names[i] !== (columns[name]?.name ?? name))
      .map((name) => `${path}: ${name} is not where it has to be`),
    ...rows.filter((row) => row.length !== names.length).map(() => `${path}: an uneven row`),
    ...names.flatMap((name, i) => {
      const known = Object.keys(rule?.columns ?? {})
        .map((one) => columns[one])
        .find((one) => one?.name === name);
      const wrong = rows.find((row) => known && row[i] !== 'n/a' && !isValue(known, row[i] ?? ''));
      return wrong ? [`${path}: ${name} is ${wrong[i] ?? ''}`] : [];
    }),
  ];
}

/**
 * Finds what in a dataset violates the BIDS schema: file names, JSON fields, columns, values of
 * tables.
 */
export const faultsByBidsSchema = (files: Readonly<Record<string, string>>): string[] => [
  ...Object.keys(files)
    .filter((path) => !rules.some((rule) => allows(rule, path)))
    .map((path) => `${path}: no rule has such a file`),
  ...(files['dataset_description.json'] === undefined ? ['no dataset_description.json'] : []),
  ...Object.entries(files).flatMap(([path, text]) => {
    if (path.startsWith('sourcedata/')) return [];
    if (path.endsWith('.json')) return faultsOfJson(path, text);
    return path.endsWith('.tsv') ? faultsOfTable(path, text) : [];
  }),
];
export const versionOfBidsSchema = schema.bids_version;
