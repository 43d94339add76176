import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { runCompiled } from './compiled.mjs';
import { bindArguments, symbolOf } from './declarations.mjs';
import { UnresolvedText, isFunction } from './nodes.mjs';
import { PossibleTexts, emptyEnvironment } from './texts.mjs';

/** @typedef {import('./texts.mjs').Env} Env */
/** @typedef {import('./texts.mjs').Variant} Variant */
/** @typedef {'transaction' | 'snapshot' | 'typeorm' | 'pg' | 'prepared' | 'unknown'} Way */

/**
 * Sink: a call that sends SQL.
 * @typedef {{ way: Way, node: ts.CallExpression, text: ts.Expression }} Sink
 *   Sending: the SQL of a sink for one call of the function around the sink. `env`: the arguments
 *   of that call. `variants`: the possible SQL texts. `parameters`: the parameters of the SQL.
 * @typedef {{ sink: Sink, env: Env, variants: Variant[],
 *   parameters: ts.Expression | undefined }} Sending
 */

/**
 * The classes whose method `query` sends SQL. The value is the kind of the method, which determines
 * the type of its result.
 * @type {Record<string, Way>}
 */
const classes = {
  Transaction: 'transaction',
  Snapshot: 'snapshot',
  DataSource: 'typeorm',
  EntityManager: 'typeorm',
  QueryRunner: 'typeorm',
  PostgresQueryRunner: 'typeorm',
  ClientBase: 'pg',
  Client: 'pg',
  Pool: 'pg',
  ListeningConnection: 'pg',
};

/**
 * Returns the source files of the server and the workers, without specs.
 * @param {ts.Program} program @param {string} root @returns {ts.SourceFile[]}
 */
const productFiles = (program, root) =>
  program.getSourceFiles().filter((file) => {
    const path = relative(root, file.fileName).split(sep).join('/');
    return /^(server|workers)\//.test(path) && !path.endsWith('.spec.ts');
  });

/**
 * Finds out whether a call sends SQL, and by which kind of method; undefined for other calls.
 * @param {ts.TypeChecker} checker @param {ts.CallExpression} node @returns {Sink | undefined}
 */
function sinkOf(checker, node) {
  const callee = node.expression;
  const [first, second] = node.arguments;
  if (ts.isIdentifier(callee) && callee.text === 'prepared' && first && second)
    return { way: 'prepared', node, text: second };
  if (!ts.isPropertyAccessExpression(callee) || !first) return undefined;
  if (callee.name.text !== 'query' && callee.name.text !== 'pages') return undefined;
  if (isOwnBody(node)) return undefined;
  const declaration = checker.getResolvedSignature(node)?.declaration;
  const owner = declaration?.parent;
  const name =
    owner && (ts.isClassDeclaration(owner) || ts.isInterfaceDeclaration(owner))
      ? owner.name?.text
      : undefined;
  const way = name === undefined ? undefined : classes[name];
  if (way) return { way, node, text: first };
  const isText = (checker.getTypeAtLocation(first).flags & ts.TypeFlags.StringLike) !== 0;
  return isText ? { way: 'unknown', node, text: first } : undefined;
}

/**
 * Whether a call is inside `Transaction.query`, `Snapshot.query` or `prepared`, and its SQL text is
 * passed in from outside. The gate skips the call: it checks the text where `query` or `prepared`
 * is called.
 * @param {ts.CallExpression} node
 */
function isOwnBody(node) {
  const around = enclosingFunction(node);
  if (!around) return false;
  const { parent } = around;
  const isOwn =
    (ts.isClassDeclaration(parent) &&
      ['Transaction', 'Snapshot'].includes(parent.name?.text ?? '') &&
      around.name?.getText() === 'query') ||
    (ts.isVariableDeclaration(parent) && parent.name.getText() === 'prepared');
  return isOwn && !ts.isStringLiteralLike(/** @type {ts.Node} */ (node.arguments[0]));
}

/** Finds the calls of a program that send SQL, and the texts that each of them can send. */
export class SentStatements {
  /**
   * Records all function calls of the program, by the name of the function.
   * @param {ts.Program} program @param {string} root
   */
  constructor(program, root) {
    this.checker = program.getTypeChecker();
    this.texts = new PossibleTexts(this.checker, runCompiled(root));
    this.root = root;
    /** The calls of the program, by the name of the called function. @type {Map<string, ts.CallExpression[]>} */
    this.calls = new Map();
    /** @type {Sink[]} */
    this.sinks = [];
    for (const file of productFiles(program, root)) this.visit(file);
  }

  /** @param {ts.Node} node */
  visit(node) {
    if (ts.isCallExpression(node)) {
      const callee = node.expression;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
      if (ts.isIdentifier(name))
        this.calls.set(name.text, [...(this.calls.get(name.text) ?? []), node]);
      const sink = sinkOf(this.checker, node);
      if (sink) this.sinks.push(sink);
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /**
   * @param {ts.Symbol | undefined} symbol @returns {ts.CallExpression[]} the calls of a function
   */
  callsOf(symbol) {
    return ((symbol && this.calls.get(symbol.name)) ?? []).filter(
      ({ expression }) =>
        symbolOf(
          this.checker,
          ts.isPropertyAccessExpression(expression) ? expression.name : expression,
        ) === symbol,
    );
  }

  /**
   * Finds the texts and parameters that a call may send.
   * @param {Sink} sink
   * @returns {Sending[]} one result for each caller of the surrounding function, if the text
   *   depends on the caller; otherwise a single result
   * @throws {UnresolvedText}
   */
  of(sink) {
    if (sink.way === 'prepared') {
      const holder = sink.node.parent;
      const name = ts.isVariableDeclaration(holder) ? holder.name : undefined;
      const symbol = name && symbolOf(this.checker, name);
      const variants = this.texts.of(sink.text, emptyEnvironment);
      const uses = this.callsOf(symbol);
      if (uses.length === 0) throw new UnresolvedText('nothing calls the prepared statement');
      return uses.map((use) => ({
        sink,
        env: emptyEnvironment,
        variants,
        parameters: use.arguments[1],
      }));
    }
    const parameters = sink.node.arguments[1];
    return this.reached(sink.text, sink.node, emptyEnvironment).map(({ env, variants }) => ({
      sink,
      env,
      variants,
      parameters,
    }));
  }

  /**
   * Finds the possible values of an SQL text. If the text depends on parameters of the function
   * around it, takes the arguments from each call of that function.
   * @param {ts.Expression} text
   * @param {ts.Node} within
   * @param {Env} env
   * @param {number} [depth]
   * @returns {{ env: Env, variants: Variant[] }[]}
   */
  reached(text, within, env, depth = 0) {
    try {
      return [{ env, variants: this.texts.of(text, env) }];
    } catch (error) {
      if (!(error instanceof UnresolvedText) || depth > 3) throw error;
      const around = enclosingFunction(within);
      const symbol = around && this.nameOf(around);
      const calls = this.callsOf(symbol);
      if (!around || around.parameters.length === 0 || calls.length === 0) throw error;
      return calls.flatMap((call) =>
        this.reached(
          text,
          call,
          new Map([
            ...env,
            ...bindArguments(this.checker, around, call.arguments, emptyEnvironment),
          ]),
          depth + 1,
        ),
      );
    }
  }

  /** @param {import('./nodes.mjs').Fn} fn */
  nameOf(fn) {
    const name =
      fn.name ??
      (ts.isVariableDeclaration(fn.parent) || ts.isPropertyAssignment(fn.parent)
        ? fn.parent.name
        : undefined);
    return name && symbolOf(this.checker, name);
  }

  /**
   * Returns the place of a node in the sources, for messages.
   * @param {ts.Node} node @param {number} [offset] @returns {string} file, line and column
   */
  place(node, offset = 0) {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart() + offset);
    const path = relative(this.root, file.fileName).split(sep).join('/');
    return `${path}:${line + 1}:${character + 1}`;
  }
}

/**
 * Returns the named function around a node. A callback belongs to the named function that contains
 * it.
 * @param {ts.Node} node
 */
export function enclosingFunction(node) {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (
      isFunction(at) &&
      (at.name || ts.isVariableDeclaration(at.parent) || ts.isPropertyAssignment(at.parent))
    )
      return at;
  return undefined;
}

/**
 * Reads the sources of the server and the workers.
 * @param {string} root @returns {ts.Program} of the server and the workers
 */
export function loadServerProgram(root) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noEmit: true, incremental: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (!config) throw new Error(`no tsconfig.json in ${root}`);
  const roots = config.fileNames.filter((file) =>
    /^(server|workers)\/(?!.*\.spec\.ts$)/.test(relative(root, file).split(sep).join('/')),
  );
  return ts.createProgram(roots, config.options);
}
