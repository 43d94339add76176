import { basename } from 'node:path';
import ts from 'typescript';
import { codeExcerpt } from '../sql-types/nodes.mjs';
import { pluralFormOf, hasText } from './catalogue.mjs';
import { placeholdersInText } from './compare.mjs';
import { possibleStringsOf } from './keys.mjs';
import { findUndeclaredTexts } from './undeclared.mjs';

/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./programs.mjs').Program} Program */
/**
 * A place that uses texts. `given`: the names of the values for its placeholders; undefined if they
 * are unknown. `ours`: whether the text is read through the types of server/platform/i18n.
 * @typedef {{ node: ts.Node, namespace: string, ours: boolean, key: ts.Expression, given?: Set<string>, hasDefault:
 * boolean }} Use
 */

/** The default namespace of `i18next.t`, as web/src/i18n.ts sets it. */
const DEFAULT = 'common';

/**
 * Finds every place where the program uses texts of the catalogue, and which texts each place uses.
 * @param {Program} program
 * @param {Catalogue} catalogue
 * @param {Record<string, { keys: string[], because: string }>} unresolvable by file
 */
export function textUsesIn(program, catalogue, unresolvable) {
  const { checker, sources, file, at } = program;
  const { english } = catalogue;
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {string[]} */
  const faults = [];
  let uses = 0;
  /** @type {Set<string>} */
  const needed = new Set();

  /** @param {Use} use */
  const take = ({ node, namespace, key, given, hasDefault }) => {
    uses++;
    const strings = possibleStringsOf(checker, key);
    const listed = unresolvable[file(node.getSourceFile())];
    if (!strings && listed) {
      needed.add(file(node.getSourceFile()));
      for (const pattern of listed.keys)
        for (const one of english.keys())
          if (one.startsWith(pattern)) used.add(pluralFormOf(english, one)?.base ?? one);
    } else if (!strings) {
      faults.push(
        `${at(node)}: which texts ${codeExcerpt(key)} names is not known: give it a type of literals.`,
      );
    }
    for (const string of strings ?? []) {
      const full = string.includes(':') ? string : `${namespace}:${string}`;
      if (hasText(english, full)) {
        used.add(full);
        faults.push(...valueFaults(at(node), full, given));
      } else if (!hasDefault) {
        faults.push(`${at(node)}: there is no text ${full}.`);
      }
    }
  };

  /**
   * Reports placeholders of a text for which the program gives no value.
   * @param {string} place @param {string} key @param {Set<string> | undefined} given
   */
  const valueFaults = (place, key, given) => {
    if (!given) return [];
    const plural = !english.has(key);
    const text = english.get(plural ? `${key}_other` : key)?.text ?? '';
    const wanted = [...placeholdersInText(text)].flatMap(
      (mark) => /^\{\{(.*)\}\}$/.exec(mark)?.[1] ?? [],
    );
    return [...new Set([...wanted, ...(plural ? ['count'] : [])])]
      .filter((name) => !given.has(name))
      .map((name) => `${place}: ${key} wants the value ${name}, which is not given.`);
  };

  for (const source of sources) {
    const called = calledIn(source);
    /** @param {ts.Node} node */
    const visit = (node) => {
      const use = useOf(checker, node, called);
      // On the server, uses of i18next itself are left out: only the class Texts may call it.
      if (use && (program.side === 'web' || use.ours)) take(use);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  if (program.side === 'web')
    for (const listed of Object.keys(unresolvable))
      if (!needed.has(listed))
        faults.push(`${listed}: it stands in unresolvable.mjs without need.`);
  faults.push(...findUndeclaredTexts(program));
  return { used, faults, uses };
}

/**
 * Returns which text a node uses, and how; undefined for a node that uses none.
 * @param {ts.TypeChecker} checker @param {ts.Node} node @param {ReadonlySet<string>} called
 * @returns {Use | undefined}
 */
function useOf(checker, node, called) {
  if (ts.isCallExpression(node)) {
    const [key, values] = node.arguments;
    const name = calledName(node.expression);
    const named =
      key && name && called.has(name) ? namespaceOf(checker, node.expression) : undefined;
    if (!key || !named) return undefined;
    const given = namesOf(values);
    return { node, ...named, key, given, hasDefault: given?.has('defaultValue') ?? false };
  }
  if (!ts.isJsxSelfClosingElement(node) || node.tagName.getText() !== 'Trans') return undefined;
  const [key, t] = ['i18nKey', 't'].map((name) => attributeOf(node, name));
  const named = (t && namespaceOf(checker, t)) ?? { namespace: DEFAULT, ours: false };
  return key && { node, ...named, key, hasDefault: false };
}

/** @param {ts.Expression} called */
function calledName(called) {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) ? name.text : undefined;
}

/**
 * Returns the value of an attribute of an element.
 * @param {ts.JsxSelfClosingElement} node @param {string} name
 */
function attributeOf(node, name) {
  for (const attribute of node.attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== name) continue;
    const { initializer } = attribute;
    if (initializer && ts.isJsxExpression(initializer)) return initializer.expression;
    if (initializer && ts.isStringLiteral(initializer)) return initializer;
  }
  return undefined;
}

/** Matches the types of functions and objects that translate the key of a text. */
const NAMING = /^(TFunction|Translate|Sentences)$/;

/**
 * Returns the names in a file that may stand for texts: `t`, `sentence`, other names for these two,
 * and parameters with a type that translates. Asking TypeScript for a type is slow, so the check
 * asks only for the types of these names.
 * @param {ts.SourceFile} source
 */
function calledIn(source) {
  const called = new Set(['t', 'sentence']);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isBindingElement(node) && node.propertyName && called.has(node.propertyName.getText()))
      called.add(node.name.getText());
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      ts.isPropertyAccessExpression(node.initializer) &&
      called.has(node.initializer.name.text)
    )
      called.add(node.name.getText());
    if (
      ts.isParameter(node) &&
      node.type &&
      ts.isTypeReferenceNode(node.type) &&
      NAMING.test(node.type.typeName.getText())
    )
      called.add(node.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return called;
}

/**
 * Returns the namespace in which a function `t` looks up its keys. For `TFunction<'account'>`, the
 * first namespace of the type; for `Translate<typeof english>`, the name of the JSON file that
 * `english` comes from.
 * @param {ts.TypeChecker} checker @param {ts.Expression} called
 * @returns {{ namespace: string, ours: boolean } | undefined} undefined for any other function
 */
function namespaceOf(checker, called) {
  const type = checker.getTypeAtLocation(called);
  const symbol = type.symbol?.name;
  if (!symbol || !NAMING.test(symbol)) return undefined;
  const [argument] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
  if (!argument) return undefined;
  if (symbol === 'TFunction') {
    const [first = argument] = checker.isTupleType(argument)
      ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (argument))
      : [];
    if (!first.isStringLiteral()) return undefined;
    const { value } = first;
    return { namespace: value === 'translation' ? DEFAULT : value, ours: false };
  }
  const file = argument.symbol?.declarations?.[0]?.getSourceFile().fileName;
  return file?.endsWith('.json') ? { namespace: basename(file, '.json'), ours: true } : undefined;
}

/**
 * Returns the names of the values that a call such as `t(key, { name, count: 2 })` gives for
 * placeholders.
 * @param {ts.Expression | undefined} values
 * @returns {Set<string> | undefined} undefined when they cannot all be determined
 */
function namesOf(values) {
  if (!values) return new Set();
  if (!ts.isObjectLiteralExpression(values)) return undefined;
  const names = values.properties.map((property) =>
    property.name && !ts.isComputedPropertyName(property.name) ? property.name.text : undefined,
  );
  return names.includes(undefined)
    ? undefined
    : new Set(names.flatMap((one) => (one === undefined ? [] : [one])));
}
