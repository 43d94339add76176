import ts from 'typescript';
import { hasText } from './catalogue.mjs';
import { literalPartsOf } from './literal-parts.mjs';

/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./programs.mjs').Program} Program */
/** @typedef {(node: ts.Node) => void} Visit */

/** Attributes and properties whose text people see or hear. */
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
  'cancel',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

/** Functions that show their first argument to a person. */
const SHOWS = new Set(['showMessage', 'alert', 'confirm', 'prompt', 'createTextNode']);

/** Properties of a DOM element, or of the document, whose text people see or hear. */
const SET = new Set([
  'textContent',
  'innerText',
  'title',
  'alt',
  'placeholder',
  'ariaLabel',
  'ariaDescription',
]);

/**
 * Matches text that needs no translation: product names and abbreviations, and addresses of pages,
 * mailboxes and hosts.
 */
const SAME =
  /Commonlab|Google|Microsoft|ORCID|SAML|SHA-256|https?:\/\/\S*|[\w.+-]+@[\w.-]+|([\w-]+\.)+\p{Ll}{2,}/gu;

/** Matches a word, of at least two letters. */
const WORD = /\p{L}{2}/u;

/**
 * Finds texts in a program that people would see in one language only, because they are not in
 * locales/.
 * @param {Program} program
 * @param {Catalogue} catalogue
 * @param {Record<string, string>} foreign files whose words must not be translated, with the reason
 * @returns {string[]}
 */
export function findHardCodedTexts(program, { english }, foreign) {
  const { sources, at, side, file } = program;
  const ends = new Set([...english.keys()].map((key) => key.replace(/^[^:]*:/, '')));
  const isKey = (/** @type {string} */ text) =>
    hasText(english, text) || ends.has(text) || ends.has(`${text}_other`);
  /** @type {string[]} */
  const faults = [];
  /** @type {Set<string>} */
  const needed = new Set();
  /**
   * Reports the first text that contains a word, unless the file is listed as an exception.
   * @param {ts.Node} node @param {string[]} texts @param {string} what
   */
  const refuse = (node, texts, what) => {
    const [text] = texts
      .map((one) => one.trim())
      .filter((one) => WORD.test(one.replace(SAME, '')) && !isKey(one));
    if (text === undefined) return;
    const where = file(node.getSourceFile());
    if (where in foreign) needed.add(where);
    else
      faults.push(
        `${at(node)}: "${text.replace(/\s+/g, ' ').slice(0, 60)}" (${what}) is no text of locales/.`,
      );
  };
  const rules = side === 'web' ? webRules(program, refuse) : serverRules(program, refuse);
  for (const source of sources) {
    const name = file(source);
    /** @param {ts.Node} node */
    const visit = (node) => {
      for (const rule of rules) rule(node, name);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  for (const listed of Object.keys(foreign))
    if (listed.startsWith(side) && !needed.has(listed))
      faults.push(`${listed}: it stands in unresolvable.mjs without need.`);
  return faults;
}

/** @typedef {(node: ts.Node, texts: string[], where: string) => void} Refuse */

/**
 * Returns the rules for files of the web app: they report text between tags, in attributes and
 * properties that people see, and in notifications. In pages without React they also report text
 * that the program writes into an element, and text that the browser itself shows.
 * @param {Program} program @param {Refuse} refuse
 * @returns {((node: ts.Node, file: string) => void)[]}
 */
const webRules = ({ checker }, refuse) => [
  (node) => {
    if (ts.isJsxText(node)) refuse(node, [node.text], 'text');
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      refuse(node, literalPartsOf(checker, node.expression), 'text');
  },
  (node) => {
    if (!ts.isJsxAttribute(node) || !SEEN.has(node.name.getText())) return;
    const { initializer } = node;
    const value =
      initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
    if (value && !ts.isJsxElement(value) && !ts.isJsxFragment(value))
      refuse(node, literalPartsOf(checker, value), node.name.getText());
  },
  (node) => {
    if (ts.isPropertyAssignment(node) && SEEN.has(nameOf(node)))
      refuse(node, sentencesOf(literalPartsOf(checker, node.initializer)), nameOf(node));
  },
  (node) => {
    if (!ts.isCallExpression(node)) return;
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const called = ts.isIdentifier(name) ? name.text : '';
    const [first, second] = node.arguments;
    if (SHOWS.has(called)) refuse(node, literalPartsOf(checker, first), 'message');
    if (called === 'setAttribute' && first && ts.isStringLiteralLike(first) && SEEN.has(first.text))
      refuse(node, literalPartsOf(checker, second), first.text);
  },
  (node) => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      SET.has(node.left.name.text)
    )
      refuse(node, literalPartsOf(checker, node.right), node.left.name.text);
  },
];

/** @param {ts.PropertyAssignment} node */
const nameOf = ({ name }) => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '');

/**
 * Selects the texts that are sentences or titles: those with a space, or with a capital letter at
 * the beginning.
 * @param {string[]} texts
 */
const sentencesOf = (texts) =>
  texts.filter((text) => /\s\S/.test(text.trim()) || /^\p{Lu}/u.test(text));

/** Whether a text has two words at least; codes and column names have one. @param {string} text */
const hasWords = (text) => /\p{L}{2}[,:]? \p{L}{2}/u.test(text);

/**
 * Returns the rules for files of the server: they report parts of a mail, sentences of an error,
 * and texts of a data export.
 * @param {Program} program @param {Refuse} refuse
 * @returns {((node: ts.Node, file: string) => void)[]}
 */
const serverRules = ({ checker }, refuse) => [
  (node, file) => {
    if (!/\.mail\.ts$|^server\/mail\//.test(file) || !ts.isPropertyAssignment(node)) return;
    const name = nameOf(node);
    if (!/^(subject|heading|text|label|value|footer)$/.test(name)) return;
    const texts = literalPartsOf(checker, node.initializer);
    if (texts.length > 0 && isOfMail(checker, node)) refuse(node, texts, `${name} of a mail`);
  },
  (node) => {
    if (!ts.isNewExpression(node) || !/(DomainError|Exception)$/.test(node.expression.getText()))
      return;
    for (const argument of node.arguments ?? [])
      each(argument, (inner) => {
        if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner))
          refuse(inner, literalPartsOf(checker, inner).filter(hasWords), 'error');
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
    if (isText && !isThrown(node))
      refuse(node, literalPartsOf(checker, node).filter(hasWords), 'data export');
  },
];

/**
 * Visits a node and all nodes below it.
 * @param {ts.Node} node @param {(node: ts.Node) => void} visit
 */
function each(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/**
 * Whether a text is SQL, or the message of an error that is thrown: only the operator reads these,
 * so they need no translation.
 * @param {ts.Node} node
 */
function isThrown(node) {
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent)
    if (
      ts.isNewExpression(at) ||
      (ts.isCallExpression(at) && /\b(query|log|warn|error)$/.test(at.expression.getText()))
    )
      return true;
  return false;
}

/** Whether a property belongs to a part of a mail (server/mail/mail-document.ts). */
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
