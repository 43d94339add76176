import { readFile } from 'node:fs/promises';
import ts from 'typescript';

const contract = /[\\/]contracts[\\/][\w-]+[\\/][\w-]+\.ts$/;
const withSchemas = /[\\/]contracts[\\/][\w-]+[\\/][\w-]+\.schemas\.ts$/;

/**
 * Lists the names that a declaration binds, including those in patterns.
 * @param {ts.BindingName} name @returns {string[]}
 */
const boundNames = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((e) => (ts.isBindingElement(e) ? boundNames(e.name) : []));

const limits = /[\\/]contracts[\\/][\w-]+[\\/]limits\.ts$/;
const withValues = /[\\/]contracts[\\/][\w-]+[\\/]limits\.values\.ts$/;

/**
 * Collects the names that a piece of code uses as values; names of types do not count.
 * @param {ts.Node} node
 */
function mentioned(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} at */
  const visit = (at) => {
    if (ts.isTypeNode(at)) return;
    if (ts.isIdentifier(at)) names.add(at.text);
    ts.forEachChild(at, visit);
  };
  visit(node);
  return names;
}

/**
 * Returns the source code of an endpoint with only its method and path, which is all that the
 * browser needs; undefined for an expression that defines no endpoint.
 * @param {ts.Expression | undefined} value
 * @param {ts.SourceFile} file
 */
function endpointIn(value, file) {
  if (!value || !ts.isCallExpression(value)) return undefined;
  const [method, path] = value.arguments;
  if (value.expression.getText(file) !== 'endpoint' || !method || !path) return undefined;
  return `{ method: ${method.getText(file)}, path: ${path.getText(file)} }`;
}

/** @param {ts.Statement} statement */
const isExported = (statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/**
 * Describes one declaration of a contract: its names, the names that it needs, and its endpoint, if
 * it is one.
 * @param {ts.Statement} statement
 * @param {string[]} names
 * @param {Set<string>} needs
 * @param {string} [endpoint]
 */
const one = (statement, names, needs, endpoint) => ({ statement, names, needs, endpoint });

/** @param {ts.SourceFile} file */
function importedValues(file) {
  return new Set(
    file.statements
      .filter(ts.isImportDeclaration)
      .flatMap(({ importClause: clause }) =>
        clause && !clause.isTypeOnly && clause.namedBindings
          ? ts.isNamedImports(clause.namedBindings)
            ? clause.namedBindings.elements.map(({ name }) => name.text)
            : [clause.namedBindings.name.text]
          : [],
      ),
  );
}

/**
 * Splits a contract into two modules. `light` has the endpoints as method and path, and the values
 * that need no other module; it re-exports all other names from `heavy`. `heavy` has the schemas,
 * and imports zod.
 * @param {string} source @param {string} schemas the name under which `light` finds `heavy`
 */
export function splitContract(source, schemas) {
  const file = ts.createSourceFile('contract.ts', source, ts.ScriptTarget.Latest, true);
  const foreign = importedValues(file);
  const declared = file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [one(statement, [statement.name.text], mentioned(statement))];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name, initializer }) =>
      one(
        statement,
        boundNames(name),
        initializer ? mentioned(initializer) : new Set(),
        endpointIn(initializer, file),
      ),
    );
  });
  // A declaration that needs a heavy declaration is heavy too. The loop ends when it finds no
  // further heavy declaration.
  const heavy = new Set(foreign);
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size;
    for (const { names, needs, endpoint } of declared)
      if (!endpoint && [...needs].some((name) => heavy.has(name)))
        names.forEach((name) => heavy.add(name));
  }
  const light = declared.map(({ statement, names, endpoint }) => {
    if (endpoint) return `export const ${names[0]} = ${endpoint};`;
    if (!names.some((name) => heavy.has(name))) return statement.getText(file);
    return isExported(statement) ? `export { ${names.join(', ')} } from '${schemas}';` : '';
  });
  const endpoints = new Set(declared.filter((d) => d.endpoint).map((d) => d.statement));
  const rest = file.statements.filter((statement) => !endpoints.has(statement));
  return {
    light: light.filter(Boolean).join('\n'),
    heavy: rest.map((statement) => statement.getText(file)).join('\n'),
  };
}

/**
 * Turns an object of constants into a module with one export for each, so that a page loads only
 * the constants that it uses.
 * @param {string} source a module that exports one object literal
 */
export function constantsModuleOf(source) {
  const file = ts.createSourceFile('values.ts', source, ts.ScriptTarget.Latest, true);
  const [literal] = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) =>
      initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer,
    );
  if (!literal || !ts.isObjectLiteralExpression(literal))
    throw new Error('the constants are no object literal');
  return literal.properties
    .map((one) => {
      if (!ts.isPropertyAssignment(one)) throw new Error(`no constant: ${one.getText(file)}`);
      return `export const ${one.name.getText(file)} = ${one.initializer.getText(file)};`;
    })
    .join('\n');
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
      return { code: splitContract(source, id).heavy, moduleSideEffects: false };
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
    const found = splitContract(source, id.replace(/\.ts$/, '.schemas.ts').replaceAll('\\', '/'));
    return { code: found.light, moduleSideEffects: false };
  },
});
