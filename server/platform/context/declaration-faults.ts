import { getMetadataArgsStorage } from 'typeorm';
import { fieldErrorCodes, generalErrors } from '../../../contracts/base/errors';
import type { OwnedTable } from './capabilities';
import type { Context, ExportSection } from './context';

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/**
 * Finds declarations that are missing or made twice. Two checks need a running program and are
 * elsewhere: `findUndeclaredTables` below (a table that no context declares), and workers/relay.ts
 * (an event that has no consumer and is not declared silent).
 * @returns one sentence for each fault
 */
export function findDeclarationFaults(
  contexts: readonly Context[],
  tables: readonly OwnedTable[],
): string[] {
  const names = contexts.map(({ name }) => name);
  const files = new Set(contexts.flatMap(({ exportFiles = [] }) => exportFiles.map((f) => f.name)));
  const sections = contexts.flatMap(({ exportFiles = [] }) =>
    exportFiles.flatMap((file) => file.sections.map((section) => ({ file: file.name, section }))),
  );
  return [
    ...repeated(names).map((name) => `Two contexts are called ${name}.`),
    ...repeated(tables.map(({ name }) => name)).map((name) => `Two contexts own ${name}.`),
    ...twice(contexts, 'event', ({ events = {} }) => Object.keys(events)),
    ...twice(contexts, 'error', ({ errors }) => Object.keys(errors?.codes ?? {})),
    ...twice(contexts, 'field code', ({ fieldErrors }) => fieldErrors?.codes ?? []),
    ...generalFieldCodes(contexts),
    ...contexts.flatMap(({ name, errors }) =>
      Object.keys(errors?.codes ?? {})
        .filter((code) => Object.hasOwn(generalErrors, code))
        .map((code) => `${name} declares the error ${code}, which belongs to no context.`),
    ),
    ...twice(contexts, 'queue', ({ consumers = {} }) => Object.keys(consumers)),
    ...twice(contexts, 'view', ({ views = {} }) => Object.keys(views)),
    ...twice(contexts, 'rate limit', ({ limits = [] }) => limits.map(({ name }) => name)),
    ...twice(contexts, 'key purpose', ({ keyPurposes = [] }) => keyPurposes),
    ...twice(contexts, 'endpoint', ({ endpoints = [] }) =>
      endpoints.map(({ method, path }) => `${method} ${path}`),
    ),
    ...twice(contexts, 'namespace of texts', ({ texts = [] }) => texts.map((t) => t.namespace)),
    ...contexts.flatMap(({ texts = [] }) => texts.flatMap((one) => one.load())),
    ...tables.flatMap((table) => tableGaps(table, files)),
    ...sealedGaps(contexts, tables),
    ...tables.flatMap((table) => eraserGaps(table, contexts)),
    ...sections.flatMap(({ file, section }) => sectionGaps(file, section, tables)),
    ...unexplained(contexts),
    ...contexts.flatMap((context) =>
      context.endpoints?.length && !context.controllers
        ? [`${context.name} declares endpoints and has no controllers.`]
        : [],
    ),
  ];
}

function twice(
  contexts: readonly Context[],
  what: string,
  listOf: (context: Context) => readonly string[],
): string[] {
  return repeated(contexts.flatMap(listOf)).map((name) => {
    const by = contexts.filter((context) => listOf(context).includes(name));
    return `The ${what} ${name} is declared twice, by ${by.map((one) => one.name).join(' and ')}.`;
  });
}

const generalFieldCodes = (contexts: readonly Context[]): string[] =>
  contexts.flatMap(({ name, fieldErrors }) =>
    fieldErrorCodes
      .filter((code) => fieldErrors?.codes.includes(code))
      .map((code) => `The field code ${code} of ${name} is one of contracts/base/errors.ts.`),
  );

/**
 * Reports required fields that are missing at run time, for instance because of a cast. Otherwise
 * code that loops over these fields would fail without saying which context is wrong.
 */
function tableGaps(table: Partial<OwnedTable>, files: ReadonlySet<string>): string[] {
  const { name = '?', context = '?', personalData, retention, holds } = table;
  const gaps: string[] = [];
  if (!holds) gaps.push(`${name} (${context}) does not say what a row holds.`);
  if (!retention?.kept) gaps.push(`${name} (${context}) has no retention.`);
  if (!personalData) gaps.push(`${name} (${context}) does not say whose personal data it holds.`);
  else if ('exported' in personalData) {
    const { exported } = personalData;
    if ('in' in exported && !files.has(exported.in))
      gaps.push(`${name} (${context}) is exported in ${exported.in}, which no context makes.`);
  }
  return gaps;
}

/**
 * Reports encrypted columns that are not declared: `secret:rotate` would not encrypt them again,
 * and their values would be lost with the old key.
 */
function sealedGaps(contexts: readonly Context[], tables: readonly OwnedTable[]): string[] {
  const all = tables.flatMap(({ name, entity, sealed = [] }) =>
    sealed.map((one) => ({ ...one, name, entity })),
  );
  const purposes = new Set(contexts.flatMap(({ keyPurposes = [] }) => keyPurposes));
  return [
    ...repeated(all.map(({ purpose }) => purpose)).map(
      (purpose) => `Two columns are sealed as ${purpose}: each needs a purpose of its own.`,
    ),
    ...all.flatMap(({ name, entity, column, purpose, row }) => [
      ...(purposes.has(purpose)
        ? []
        : [`${name} is sealed as ${purpose}, no declared key purpose.`]),
      ...[column, row]
        .filter((one) => !columnsOf(entity).includes(one))
        .map((one) => `${name} declares the sealed column ${column} by ${one}, which it lacks.`),
    ]),
  ];
}

const columnsOf = (entity: OwnedTable['entity']): string[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName }) => propertyName);

function eraserGaps(table: Partial<OwnedTable>, contexts: readonly Context[]): string[] {
  const { personalData, name, context } = table;
  if (!personalData || !('erased' in personalData) || !('by' in personalData.erased)) return [];
  const owner = contexts.find((one) => one.name === context);
  const { erase, eraseLast } = owner?.erasure ?? {};
  return personalData.erased.by === 'statement' && !erase && !eraseLast
    ? [`${name} is erased by a statement, and ${context} has no erasure.`]
    : [];
}

function sectionGaps(
  file: string,
  section: ExportSection,
  tables: readonly OwnedTable[],
): string[] {
  if (!('table' in section)) return [];
  const table = tables.find(({ name }) => name === section.table);
  if (!table) return [`${file}.json reads ${section.table}, which no context owns.`];
  // The types require `personalData`. If a context lacks it nevertheless, another check reports
  // that.
  const personalData: OwnedTable['personalData'] | undefined = table.personalData;
  if (personalData === undefined) return [];
  return !('exported' in personalData) || 'not' in personalData.exported
    ? [`${file}.json reads ${section.table}, which says that it is in no file.`]
    : [];
}

function unexplained(contexts: readonly Context[]): string[] {
  const all = contexts.flatMap(({ exportFiles = [] }) => exportFiles);
  return [...new Set(all.map(({ name }) => name))]
    .filter((name) => !all.some((file) => file.name === name && file.explains))
    .map((name) => `No context explains ${name}.json to its owner.`);
}

/**
 * Finds tables that no context declares: erasure, export and retention would not cover them.
 * @param found `schema.name` of every table in the product's schemas
 * @returns one sentence for each such table
 */
export const findUndeclaredTables = (
  found: readonly string[],
  tables: readonly OwnedTable[],
): string[] =>
  found
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name) => `${name} is a table that no context declares.`);
