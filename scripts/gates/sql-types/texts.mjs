import ts from 'typescript';
import { resolveCalledFunction, declarationOf } from './declarations.mjs';
import { constantListElements } from './lists.mjs';
import { UnresolvedText, codeExcerpt, returnedExpressionsOf, withoutCasts } from './nodes.mjs';

/**
 * Env: the expression for which each name stands. A parameter of a function stands for the argument
 * of the call, the variable of a loop for an element of the list.
 * @typedef {ReadonlyMap<ts.Symbol, Bound>} Env
 * @typedef {{ node: ts.Expression, env: Env }} Bound
 *   Variant: a possible text, and when the program sends it. `when` maps the source text of each
 *   condition, such as `isOpen`, to the value that the condition must have.
 * @typedef {{ text: string, when: ReadonlyMap<string, boolean> }} Variant
 */

/** How many variants one SQL text may have. A text with more variants counts as unresolved. */
const mostVariants = 256;
const deepest = 40;

/** @type {ReadonlyMap<string, boolean>} */
const always = new Map();
/** @type {Env} */
export const emptyEnvironment = new Map();

/**
 * Joins two sets of conditions; undefined if they contradict each other.
 * @param {ReadonlyMap<string, boolean>} one @param {ReadonlyMap<string, boolean>} other
 */
const together = (one, other) => {
  for (const [condition, holds] of other)
    if (one.has(condition) && one.get(condition) !== holds) return undefined;
  return new Map([...one, ...other]);
};

/**
 * Joins parts of a text in all possible combinations.
 * @param {readonly (readonly Variant[])[]} parts @returns {Variant[]} each way to join the parts
 */
export function combineVariants(parts) {
  /** @type {Variant[]} */
  let all = [{ text: '', when: always }];
  for (const part of parts) {
    all = all.flatMap((before) =>
      part.flatMap((next) => {
        const when = together(before.when, next.when);
        return when ? [{ text: before.text + next.text, when }] : [];
      }),
    );
    if (all.length > mostVariants) throw new UnresolvedText(`more than ${mostVariants} texts`);
  }
  return all;
}

/**
 * Returns the single variant of a constant text; it has no conditions.
 * @param {string} text @returns {Variant[]}
 */
const constant = (text) => [{ text, when: always }];

/** Computes all texts that an expression can have when the program runs. */
export class PossibleTexts {
  /**
   * @param {ts.TypeChecker} checker
   * @param {import('./compiled.mjs').Run} run calls an exported function that this class cannot evaluate
   */
  constructor(checker, run) {
    this.checker = checker;
    this.run = run;
  }

  /**
   * Returns all texts that an expression can have.
   * @param {ts.Expression} node
   * @param {Env} env
   * @param {number} [depth]
   * @returns {Variant[]}
   * @throws {UnresolvedText}
   */
  of(node, env, depth = 0) {
    if (depth > deepest) throw new UnresolvedText(`\`${codeExcerpt(node)}\` calls itself`);
    /** @param {ts.Expression} part */
    const inner = (part) => this.of(part, env, depth + 1);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return constant(node.text);
    if (withoutCasts(node) !== node) return inner(withoutCasts(node));
    if (ts.isTemplateExpression(node))
      return combineVariants([
        constant(node.head.text),
        ...node.templateSpans.flatMap((span) => [
          inner(span.expression),
          constant(span.literal.text),
        ]),
      ]);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return combineVariants([inner(node.left), inner(node.right)]);
    if (ts.isConditionalExpression(node))
      return this.either(
        node.condition,
        () => inner(node.whenTrue),
        () => inner(node.whenFalse),
      );
    if (ts.isCallExpression(node)) return this.call(node, env, depth);
    if (ts.isElementAccessExpression(node)) return this.element(node, env, depth);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
      return this.named(node, env, depth);
    return this.byType(node);
  }

  /**
   * Returns the variants of a conditional expression: those of both branches, each with its
   * condition.
   * @param {ts.Expression} condition
   * @param {() => Variant[]} whenTrue
   * @param {() => Variant[]} whenFalse
   */
  either(condition, whenTrue, whenFalse) {
    const source = condition.getText();
    return [
      ...combineVariants([[{ text: '', when: new Map([[source, true]]) }], whenTrue()]),
      ...combineVariants([[{ text: '', when: new Map([[source, false]]) }], whenFalse()]),
    ];
  }

  /**
   * Returns the variants of a name, from the expression that it stands for.
   * @param {ts.Identifier | ts.PropertyAccessExpression} node
   * @param {Env} env
   * @param {number} depth
   * @returns {Variant[]}
   */
  named(node, env, depth) {
    const declared = declarationOf(this.checker, node, env);
    if (declared.kind === 'expression') return this.of(declared.node, declared.env, depth + 1);
    if (declared.kind === 'each')
      return declared.list.flatMap((one) => this.of(one.node, one.env, depth + 1));
    if (declared.kind === 'choice') {
      const { condition, whenTrue, whenFalse } = declared;
      return this.either(
        condition,
        () => this.of(whenTrue.node, whenTrue.env, depth + 1),
        () => this.of(whenFalse.node, whenFalse.env, depth + 1),
      );
    }
    return this.byType(node);
  }

  /**
   * Resolves an expression such as `locks[lock]`: it can have the value of each property of the
   * constant `locks`.
   * @param {ts.ElementAccessExpression} node
   * @param {Env} env
   * @param {number} depth
   */
  element(node, env, depth) {
    const known = declarationOf(this.checker, node.expression, env);
    const object = known.kind === 'expression' ? known : { node: node.expression, env };
    const literal = withoutCasts(object.node);
    if (!ts.isObjectLiteralExpression(literal)) return this.byType(node);
    const wanted = this.checker.getTypeAtLocation(node.argumentExpression);
    const keys = (wanted.isUnion() ? wanted.types : [wanted]).map((one) =>
      one.isStringLiteral() ? one.value : undefined,
    );
    return literal.properties.flatMap((property) => {
      if (!ts.isPropertyAssignment(property)) throw new UnresolvedText(`\`${codeExcerpt(node)}\``);
      const name = ts.isComputedPropertyName(property.name)
        ? property.name.getText()
        : property.name.text;
      if (!keys.includes(undefined) && !keys.includes(name)) return [];
      return this.of(property.initializer, object.env, depth + 1);
    });
  }

  /**
   * Returns the variants of a function call, from the expressions that the function returns.
   * @param {ts.CallExpression} node @param {Env} env @param {number} depth @returns {Variant[]}
   */
  call(node, env, depth) {
    const callee = node.expression;
    if (ts.isPropertyAccessExpression(callee)) {
      if (callee.name.text === 'trim')
        return this.of(callee.expression, env, depth + 1).map((one) => ({
          ...one,
          text: one.text.trim(),
        }));
      if (callee.name.text === 'join') {
        const separator = node.arguments[0]
          ? this.of(node.arguments[0], env, depth + 1)
          : constant(',');
        const items = constantListElements(this.checker, callee.expression, env);
        return combineVariants(
          items.flatMap((item, i) => [
            ...(i > 0 ? [separator] : []),
            this.of(item.node, item.env, depth + 1),
          ]),
        );
      }
    }
    const called = resolveCalledFunction(this.checker, node, env);
    if (!called) return this.byType(node);
    try {
      return returnedExpressionsOf(called.declaration).flatMap((one) =>
        this.of(one, called.env, depth + 1),
      );
    } catch (error) {
      if (!(error instanceof UnresolvedText)) throw error;
      const given = node.arguments.map((one) => this.of(one, env, depth + 1));
      return combineVariants(
        given.map((one) => one.map(({ text, when }) => ({ text: `${text}\0`, when }))),
      ).map(({ text, when }) => {
        const result = this.run(called.declaration, text.split('\0').slice(0, -1));
        if (result === undefined) throw error;
        return { text: result, when };
      });
    }
  }

  /**
   * Returns the string literals of an expression's type, as its possible values.
   * @param {ts.Expression} node
   * @returns {Variant[]}
   */
  byType(node) {
    const type = this.checker.getTypeAtLocation(node);
    return (type.isUnion() ? type.types : [type]).map((one) => {
      if (one.isStringLiteral() || one.isNumberLiteral())
        return { text: String(one.value), when: always };
      throw new UnresolvedText(`\`${codeExcerpt(node)}\` is known only when the program runs`);
    });
  }
}
