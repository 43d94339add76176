import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { rendersParameterInSuspense, collectShownContent } from './parts.mjs';

/** @typedef {import('./parts.mjs').Shown} Shown */
/**
 * An export of another module: the file, and the name in that file (`*` means the complete module).
 * @typedef {{ file: string, name: string }} Origin
 */
/**
 * A module of the web app. `own`: the declarations of its own names. `always`: the code that runs
 * whenever the module is loaded. `imported`: the origins of the names that it imports. `passed`:
 * the origins of the names that it re-exports.
 * @typedef {object} Module
 * @property {Map<string, ts.Node>} own
 * @property {ts.Node[]} always
 * @property {Map<string, Origin>} imported
 * @property {Map<string, Origin>} passed
 * @property {ts.SourceFile} source
 */

/** Gives access to the modules of a folder; each one is parsed when it is first used. */
export class ParsedModules {
  /** @type {Map<string, Module>} */
  #read = new Map();
  /** @type {Map<ts.Node, Shown>} */
  #shown = new Map();
  #held;

  /** @param {{ held: boolean }} given `held`: whether parts rendered within `Suspense` count */
  constructor({ held }) {
    this.#held = held;
  }

  /** Reads a module, or returns it if it is already read. @param {string} file @returns {Module} */
  of(file) {
    const known = this.#read.get(file);
    if (known) return known;
    const read = moduleOf(file);
    this.#read.set(file, read);
    return read;
  }

  /**
   * Finds the module that declares a name which this file uses.
   * @param {string} file @param {string} name @returns {Origin | undefined} undefined: not in a module of the app
   */
  origin(file, name) {
    const { own, imported } = this.of(file);
    if (own.has(name)) return { file, name };
    const from = imported.get(name);
    return from && this.exported(from);
  }

  /** Finds the module in which an export is declared. @param {Origin} wanted @returns {Origin | undefined} */
  exported({ file, name }) {
    if (name === '*') return { file, name };
    const { own, passed } = this.of(file);
    const next = passed.get(name);
    return next ? this.exported(next) : own.has(name) ? { file, name } : undefined;
  }

  /**
   * Returns the declarations of an export, and the code that always runs when its module is loaded.
   * @param {Origin} origin @returns {ts.Node[]}
   */
  declarations({ file, name }) {
    const { own, always } = this.of(file);
    if (name === '*') return [...own.values(), ...always];
    const declared = own.get(name);
    return declared ? [declared, ...always] : always;
  }

  /**
   * Finds out what a declaration may show when React renders it. The result is kept, so that each
   * declaration is examined only once.
   * @param {string} file @param {ts.Node} declaration
   */
  shown(file, declaration) {
    const known = this.#shown.get(declaration);
    if (known) return known;
    const isHolder = (/** @type {string} */ name) => {
      const from = this.origin(file, name);
      const holder = from && this.of(from.file).own.get(from.name);
      return holder !== undefined && rendersParameterInSuspense(holder);
    };
    const shown = collectShownContent(declaration, { held: this.#held, isHolder });
    this.#shown.set(declaration, shown);
    return shown;
  }
}

/**
 * Finds the file that an import names.
 * @param {string} file @param {string} specifier @returns {string | undefined} undefined: no module of the app
 */
export function resolveImport(file, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const at = join(dirname(file), specifier);
  return ['.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => at + end).find(existsSync);
}

/**
 * Reads a module and collects its declarations, imports and exports.
 * @param {string} file @returns {Module}
 */
function moduleOf(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  /** @type {Module} */
  const module = { own: new Map(), always: [], imported: new Map(), passed: new Map(), source };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) takeImports(module.imported, file, statement);
    else if (ts.isExportDeclaration(statement)) takeExports(module, file, statement);
    else if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        for (const name of namesIn(one.name)) module.own.set(name, one);
    else if (
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
      statement.name
    )
      module.own.set(statement.name.text, statement);
    else if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement))
      module.always.push(statement);
  }
  return module;
}

/**
 * Returns the names that a declaration binds, including those in patterns.
 * @param {ts.BindingName} name @returns {string[]}
 */
const namesIn = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));

/**
 * Collects the names that an import statement brings.
 * @param {Map<string, Origin>} into @param {string} file @param {ts.ImportDeclaration} statement
 */
function takeImports(into, file, { importClause: clause, moduleSpecifier }) {
  const from = resolveImport(file, /** @type {ts.StringLiteral} */ (moduleSpecifier).text);
  if (!from || !clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
  const { name, namedBindings } = clause;
  if (name) into.set(name.text, { file: from, name: 'default' });
  if (!namedBindings) return;
  if (ts.isNamespaceImport(namedBindings))
    into.set(namedBindings.name.text, { file: from, name: '*' });
  else
    for (const one of namedBindings.elements)
      if (!one.isTypeOnly)
        into.set(one.name.text, { file: from, name: (one.propertyName ?? one.name).text });
}

/**
 * Collects the names that an export statement re-exports.
 * @param {Module} module @param {string} file @param {ts.ExportDeclaration} statement
 */
function takeExports(
  { imported, own, passed },
  file,
  { exportClause, moduleSpecifier, isTypeOnly },
) {
  if (isTypeOnly || !exportClause || !ts.isNamedExports(exportClause)) return;
  const from =
    moduleSpecifier && resolveImport(file, /** @type {ts.StringLiteral} */ (moduleSpecifier).text);
  for (const one of exportClause.elements) {
    const name = (one.propertyName ?? one.name).text;
    const origin = from ? { file: from, name } : imported.get(name);
    if (origin) passed.set(one.name.text, origin);
    else if (own.has(name)) passed.set(one.name.text, { file, name });
  }
}
