import { readFile } from 'node:fs/promises';
import { parseSync } from 'vite';

/** @typedef {import('vite').ESTree.Node} Node */
/** @typedef {import('vite').ESTree.Program['body'][number]} Statement */

const contract = /[\\/]contracts[\\/][\w-]+[\\/][\w-]+\.ts$/;
const withSchemas = /[\\/]contracts[\\/][\w-]+[\\/][\w-]+\.schemas\.ts$/;
const limits = /[\\/]contracts[\\/][\w-]+[\\/]limits\.ts$/;
const withValues = /[\\/]contracts[\\/][\w-]+[\\/]limits\.values\.ts$/;

/**
 * The types of the syntax nodes that begin with `TS` and contain a value. All other nodes whose
 * type begins with `TS` contain only types.
 */
const valuesWithTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

/**
 * Parses a module; throws if it has a syntax error.
 * @param {string} source
 */
function statementsOf(source) {
  const { program, errors } = parseSync('contract.ts', source);
  if (errors[0]) throw new SyntaxError(errors[0].message);
  return program.body;
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Lists the nodes directly below a node.
 * @param {Node} node
 */
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/**
 * Lists the names that a declaration binds, including those in patterns.
 * @param {Node | null} pattern @returns {string[]}
 */
function boundNames(pattern) {
  if (pattern?.type === 'Identifier') return [pattern.name];
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(boundNames);
  if (pattern?.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern?.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern?.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((one) => boundNames(one.type === 'Property' ? one.value : one));
}

/**
 * Collects the names that a piece of code uses as values; names of types do not count.
 * @param {Node} node
 */
function mentioned(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {Node} at */
  const visit = (at) => {
    if (at.type.startsWith('TS') && !valuesWithTypes.has(at.type)) return;
    if (at.type === 'Identifier') names.add(at.name);
    childrenOf(at).forEach(visit);
  };
  visit(node);
  return names;
}

/** @param {string} source @param {Node} node */
const textOf = (source, { start, end }) => source.slice(start, end);

/**
 * Returns the source code of an endpoint with only its method and path, which is all that the
 * browser needs; undefined for an expression that defines no endpoint.
 * @param {Node | null} value
 * @param {string} source
 */
function endpointIn(value, source) {
  if (value?.type !== 'CallExpression') return undefined;
  const [method, path] = value.arguments;
  if (textOf(source, value.callee) !== 'endpoint' || !method || !path) return undefined;
  return `{ method: ${textOf(source, method)}, path: ${textOf(source, path)} }`;
}

/**
 * Describes one declaration of a contract: its names, the names that it needs, and its endpoint, if
 * it is one.
 * @param {Statement} statement
 * @param {string[]} names
 * @param {Set<string>} needs
 * @param {string} [endpoint]
 */
const one = (statement, names, needs, endpoint) => ({ statement, names, needs, endpoint });

/**
 * Describes the functions and variables that a statement declares.
 * @param {Statement} statement
 * @param {string} source
 */
function declaredBy(statement, source) {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (node?.type === 'FunctionDeclaration' && node.id)
    return [one(statement, [node.id.name], mentioned(node))];
  if (node?.type !== 'VariableDeclaration') return [];
  return node.declarations.map(({ id, init }) =>
    one(statement, boundNames(id), init ? mentioned(init) : new Set(), endpointIn(init, source)),
  );
}

/** @param {Statement[]} statements */
const importedValues = (statements) =>
  new Set(
    statements.flatMap((statement) =>
      statement.type === 'ImportDeclaration' && statement.importKind !== 'type'
        ? statement.specifiers.map(({ local }) => local.name)
        : [],
    ),
  );

/**
 * Splits a contract into two modules. `light` has the endpoints as method and path, and the values
 * that need no other module; it re-exports all other names from `heavy`. `heavy` has the schemas,
 * and imports zod.
 * @param {string} source @param {string} schemas the name under which `light` finds `heavy`
 */
export function splitContract(source, schemas) {
  const statements = statementsOf(source);
  const declared = statements.flatMap((statement) => declaredBy(statement, source));
  // A declaration that needs a heavy declaration is heavy too. The loop ends when it finds no
  // further heavy declaration.
  const heavy = importedValues(statements);
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size;
    for (const { names, needs, endpoint } of declared)
      if (!endpoint && [...needs].some((name) => heavy.has(name)))
        names.forEach((name) => heavy.add(name));
  }
  const light = declared.map(({ statement, names, endpoint }) => {
    if (endpoint) return `export const ${names[0]} = ${endpoint};`;
    if (!names.some((name) => heavy.has(name))) return textOf(source, statement);
    const isExported = statement.type === 'ExportNamedDeclaration';
    return isExported ? `export { ${names.join(', ')} } from '${schemas}';` : '';
  });
  const endpoints = new Set(declared.filter((d) => d.endpoint).map((d) => d.statement));
  const rest = statements.filter((statement) => !endpoints.has(statement));
  return {
    light: light.filter(Boolean).join('\n'),
    heavy: rest.map((statement) => textOf(source, statement)).join('\n'),
  };
}

/** @param {Node | null | undefined} value */
const withoutType = (value) => (value?.type === 'TSAsExpression' ? value.expression : value);

/**
 * Turns an object of constants into a module with one export for each constant, so that a page
 * loads only the constants that it uses.
 * @param {string} source a module that exports one object literal
 */
export function constantsModuleOf(source) {
  const [literal] = statementsOf(source)
    .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one))
    .flatMap((one) => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .map(({ init }) => withoutType(init));
  if (literal?.type !== 'ObjectExpression') throw new Error('the constants are no object literal');
  return literal.properties
    .map((one) => {
      if (one.type !== 'Property' || one.shorthand || one.method || one.kind !== 'init')
        throw new Error(`no constant: ${textOf(source, one)}`);
      return `export const ${textOf(source, one.key)} = ${textOf(source, one.value)};`;
    })
    .join('\n');
}

/**
 * The contracts that were split, by the name of `heavy`. The web app's build asks four times for
 * each contract: for both of its modules in each of its two runs of the bundler.
 * @type {Map<string, { source: string, parts: ReturnType<typeof splitContract> }>}
 */
const splits = new Map();
/**
 * Like `splitContract`, but splits an unchanged contract only once.
 * @param {string} source @param {string} schemas
 */
function splitOnce(source, schemas) {
  const known = splits.get(schemas);
  if (known?.source === source) return known.parts;
  const parts = splitContract(source, schemas);
  splits.set(schemas, { source, parts });
  return parts;
}

/**
 * A Vite plugin for the web app's build: a page that calls an endpoint loads only its method and
 * path; the schemas are loaded with the pages that have forms (docs/decisions/web-app.md).
 * @returns {import('vite').Plugin}
 */
export const lightContractsPlugin = () => ({
  name: 'light-contracts',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    return importer && (withSchemas.test(id) || withValues.test(id))
      ? { id, moduleSideEffects: false }
      : null;
  },
  async load(id) {
    if (withSchemas.test(id)) {
      const source = await readFile(id.replace(/\.schemas\.ts$/, '.ts'), 'utf8');
      return { code: splitOnce(source, id.replaceAll('\\', '/')).heavy, moduleSideEffects: false };
    }
    if (withValues.test(id)) {
      const source = await readFile(id.replace(/\.values\.ts$/, '.ts'), 'utf8');
      return { code: constantsModuleOf(source), moduleSideEffects: false };
    }
    if (!contract.test(id) || id.includes('node_modules')) return null;
    if (limits.test(id)) {
      const values = id.replace(/\.ts$/, '.values.ts').replaceAll('\\', '/');
      const [, name = ''] = /^export const (\w+)/m.exec(await readFile(id, 'utf8')) ?? [];
      return { code: `export * as ${name} from '${values}';`, moduleSideEffects: false };
    }
    const source = await readFile(id, 'utf8');
    const found = splitOnce(source, id.replace(/\.ts$/, '.schemas.ts').replaceAll('\\', '/'));
    return { code: found.light, moduleSideEffects: false };
  },
});
