import ts from 'typescript';
import { has } from './catalogue.mjs';

/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./programs.mjs').Program} Program */
/** @typedef {(node: ts.Node) => void} Visit */

/** Attributes and properties that people see or hear. */
const SEEN = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'description',
  'error',
  'text',
  'heading',
  'lead',
  'legend',
  'hint',
  'caption',
  'confirm',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

/** Names that are the same in every language, addresses, and examples of them. */
const SAME =
  /Commonlab|Google|Microsoft|ORCID|SAML|SHA-256|https?:\/\/\S*|[\w.+-]+@[\w.-]+|([\w-]+\.)+\p{Ll}{2,}/gu;

/** A word of two letters at least. */
const WORD = /\p{L}{2}/u;

/** @param {ts.Expression | undefined} node @returns {string[]} the parts that the program writes itself */
function writtenIn(node) {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isConditionalExpression(node))
    return [...writtenIn(node.whenTrue), ...writtenIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return writtenIn(node.expression);
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
  )
    return [...writtenIn(node.left), ...writtenIn(node.right)];
  if (ts.isBinaryExpression(node)) return writtenIn(node.right);
  return [];
}

/**
 * Texts in a program that people would see in one language only.
 * @param {Program} program @param {Catalogue} catalogue
 * @returns {string[]}
 */
export function hardCoded(program, { english }) {
  const { sources, at, side, file } = program;
  const ends = new Set([...english.keys()].map((key) => key.replace(/^[^:]*:/, '')));
  const isKey = (/** @type {string} */ text) =>
    has(english, text) || ends.has(text) || ends.has(`${text}_other`);
  /** @type {string[]} */
  const faults = [];
  /** @param {ts.Node} node @param {string[]} texts @param {string} where */
  const refuse = (node, texts, where) => {
    const [text] = texts
      .map((one) => one.trim())
      .filter((one) => WORD.test(one.replace(SAME, '')) && !isKey(one));
    if (text !== undefined)
      faults.push(
        `${at(node)}: "${text.replace(/\s+/g, ' ').slice(0, 60)}" (${where}) is no text of locales/.`,
      );
  };
  const rules = side === 'web' ? webRules(refuse) : serverRules(program, refuse);
  for (const source of sources) {
    const name = file(source);
    /** @param {ts.Node} node */
    const visit = (node) => {
      for (const rule of rules) rule(node, name);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return faults;
}

/** @typedef {(node: ts.Node, texts: string[], where: string) => void} Refuse */

/**
 * Text between tags, attributes and properties that people see, and messages over the page.
 * @param {Refuse} refuse
 * @returns {((node: ts.Node, file: string) => void)[]}
 */
const webRules = (refuse) => [
  (node) => {
    if (ts.isJsxText(node)) refuse(node, [node.text], 'text');
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      refuse(node, writtenIn(node.expression), 'text');
  },
  (node) => {
    if (!ts.isJsxAttribute(node) || !SEEN.has(node.name.getText())) return;
    const { initializer } = node;
    const value =
      initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    if (value && !ts.isJsxElement(value) && !ts.isJsxFragment(value))
      refuse(node, writtenIn(/** @type {ts.Expression} */ (value)), node.name.getText());
  },
  (node) => {
    if (ts.isPropertyAssignment(node) && SEEN.has(nameOf(node)))
      refuse(node, sentencesOf(writtenIn(node.initializer)), nameOf(node));
  },
  (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'showMessage') return;
    refuse(node, writtenIn(node.arguments[0]), 'message');
  },
];

/** @param {ts.PropertyAssignment} node */
const nameOf = ({ name }) => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '');

/** What is written for people: with a space, or with a capital letter first. @param {string[]} texts */
const sentencesOf = (texts) =>
  texts.filter((text) => /\s\S/.test(text.trim()) || /^\p{Lu}/u.test(text));

/** Two words at least: codes and column names have one. @param {string} text */
const hasWords = (text) => /\p{L}{2}[,:]? \p{L}{2}/u.test(text);

/**
 * Parts of a mail, sentences of an error, and what a data export says of itself.
 * @param {Program} program @param {Refuse} refuse
 * @returns {((node: ts.Node, file: string) => void)[]}
 */
const serverRules = ({ checker }, refuse) => [
  (node, file) => {
    if (!/\.mail\.ts$|^server\/mail\//.test(file) || !ts.isPropertyAssignment(node)) return;
    const name = nameOf(node);
    if (!/^(subject|heading|text|label|value|footer)$/.test(name)) return;
    const texts = writtenIn(node.initializer);
    if (texts.length > 0 && isOfMail(checker, node)) refuse(node, texts, `${name} of a mail`);
  },
  (node) => {
    if (!ts.isNewExpression(node) || !/(DomainError|Exception)$/.test(node.expression.getText()))
      return;
    for (const argument of node.arguments ?? [])
      each(argument, (inner) => {
        if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner))
          refuse(inner, writtenIn(inner).filter(hasWords), 'error');
      });
  },
  (node) => {
    if (!ts.isPropertyAssignment(node) || nameOf(node) !== 'explains') return;
    each(node.initializer, (inner) => {
      if (ts.isStringLiteralLike(inner) && !ts.isCallExpression(inner.parent))
        refuse(inner, [inner.text], 'explanation in a data export');
    });
  },
  (node, file) => {
    if (!file.startsWith('server/data-rights/archive/') || !ts.isExpression(node)) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && !isThrown(node)) refuse(node, writtenIn(node).filter(hasWords), 'data export');
  },
];

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function each(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/** Errors of the program are for those who run it, as is SQL. @param {ts.Node} node */
function isThrown(node) {
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent)
    if (
      ts.isNewExpression(at) ||
      (ts.isCallExpression(at) && /\b(query|log|warn|error)$/.test(at.expression.getText()))
    )
      return true;
  return false;
}

/** Whether a property is one of server/mail/mail-document.ts. */
function isOfMail(
  /** @type {ts.TypeChecker} */ checker,
  /** @type {ts.PropertyAssignment} */ property,
) {
  const type = checker.getContextualType(property.parent);
  const symbols = type?.isUnion()
    ? type.types.map((one) => one.getProperty(nameOf(property)))
    : [type?.getProperty(nameOf(property))];
  return symbols.some((symbol) =>
    symbol?.declarations?.some((declaration) =>
      declaration.getSourceFile().fileName.endsWith('server/mail/mail-document.ts'),
    ),
  );
}
