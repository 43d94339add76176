// The project's own lint rules, loaded by .oxlintrc.json.

/**
 * @typedef {{ type: 'Line' | 'Block', value: string, loc: { start: { line: number }, end: { line: number } } }} Comment
 * @typedef {{ type: string, name?: string, value?: unknown, callee?: AstNode, object?: AstNode, tag?: AstNode,
 *   property?: AstNode, quasis?: { value: { cooked: string } }[], id?: AstNode | null, declarations?: AstNode[] }} AstNode
 * @typedef {{ filename: string, sourceCode: { getAllComments(): Comment[] },
 *   report(fault: { node: unknown, message: string }): void }} Context
 */

const NATIVE = new Set(['date', 'datetime-local', 'month', 'week']);

/**
 * Refuses native date inputs, which browsers display in their own format; the fields of ui/dates
 * look the same everywhere.
 */
const noNativeDate = {
  /**
   * Reports native date inputs.
   * @param {{ report(fault: { node: unknown, message: string }): void }} context
   */
  create: (context) => ({
    /**
     * Checks the attribute `type` of an element.
     * @param {{ name: { name: unknown }, value: { value?: unknown } | null }} node
     */
    JSXAttribute(node) {
      if (node.name.name === 'type' && NATIVE.has(String(node.value?.value)))
        context.report({ node, message: 'Use DayField or MomentField of ui/dates.' });
    },
  }),
};

const VAGUE = /\b(any|every|no|some)(body|one)\b|\bno one\b|\bwhoever\b/iu;
/** Matches quotations, which are not checked: code, text between quotation marks, file names. */
const CITED = /`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)|"[^"]*"|\S+\.(?:md|m?[jt]sx?)\b/gu;

/**
 * Refuses words for unnamed people in comments. A comment should name the participant, the
 * researcher or the server, so that a reader does not have to guess.
 */
const namedPeople = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const [word] = VAGUE.exec(comment.value.replace(CITED, '')) ?? [];
        if (word) context.report({ node: comment, message: `Who is "${word}"? Name them.` });
      }
    },
  }),
};

/** Finds passive verbs: "the page is told" does not say which person or program tells the page. */
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) (?:(?:not|never|only|once|then|again|still|also|already) )?(?:told|asked|heard|said)\b/iu;
/** Rare words for "again". */
const AGAIN = /\banew\b|\bonce more\b/iu;
/**
 * Finds a passive verb, or an old-fashioned word for "again", in a text.
 * @param {string} text @returns {string | undefined} the words to refuse
 */
const habitIn = (text) => (PASSIVE.exec(text) ?? AGAIN.exec(text))?.[0];

/**
 * Returns the texts of the comments; line comments on consecutive lines count as one text.
 * @param {Comment[]} comments
 * @returns {{ node: Comment, text: string }[]}
 */
function textsOf(comments) {
  /** @type {{ node: Comment, text: string, end: number }[]} */
  const texts = [];
  for (const node of comments) {
    const text = node.value.replace(/\s*\n\s*\*?\s*/gu, ' ');
    const before = texts.at(-1);
    if (node.type === 'Line' && before && node.loc.start.line === before.end + 1) {
      before.text += ` ${text.trim()}`;
      before.end = node.loc.end.line;
    } else
      texts.push({ node, text: text.trim(), end: node.type === 'Line' ? node.loc.end.line : -1 });
  }
  return texts;
}

const TEST = /^(?:[fx]?(?:it|test|describe))$/u;

/**
 * Returns the title of a test, if the call defines a test; undefined for other calls.
 * @param {{ callee: AstNode, arguments: AstNode[] }} call
 * @returns {string | undefined}
 */
function titleOf({ callee, arguments: [title] }) {
  if (callee.type === 'MemberExpression' && callee.property?.name === 'each') return undefined;
  /** @type {AstNode | undefined} */
  let root = callee;
  while (root && root.name === undefined) root = root.callee ?? root.object ?? root.tag;
  if (!TEST.test(root?.name ?? '')) return undefined;
  if (title?.quasis) return title.quasis.map(({ value }) => value.cooked).join(' … ');
  return typeof title?.value === 'string' ? title.value : undefined;
}

/** Refuses comments and test titles that do not say who does what. */
const plainSentences = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const { node, text } of textsOf(context.sourceCode.getAllComments())) {
        const words = habitIn(text.replace(CITED, ''));
        if (words) context.report({ node, message: `Who does it? Say so instead of "${words}".` });
      }
    },
    /**
     * Checks the title of a test.
     * @param {AstNode & { callee: AstNode, arguments: AstNode[] }} node
     */
    CallExpression(node) {
      const words = habitIn(titleOf(node) ?? '');
      if (words) context.report({ node, message: `Who does it? Say so instead of "${words}".` });
    },
  }),
};

const VERBAL = new Set(
  (
    'told asked held kept said heard made chosen found wanted looked gathered gone meant judged begun ' +
    'telling asking making standing'
  ).split(' '),
);
/** Irregular participles, which the rule cannot recognize by the ending "ed". */
const IRREGULAR = new Set(
  'bound brought built caught drawn given hidden known left lost read seen sent shown taken written'.split(
    ' ',
  ),
);
/**
 * Splits a name into its words.
 * @param {string} name in any form @returns {string[]} its words in small letters
 */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .split(/[^A-Za-z0-9]+/u)
    .map((word) => word.toLowerCase());

/**
 * Finds a participle in a name. "not found" is allowed, since HTTP uses this term.
 * @param {string} name
 * @returns {string | undefined}
 */
const verbalIn = (name) =>
  wordsOf(name).find(
    (word, n, all) => VERBAL.has(word) && !(word === 'found' && all[n - 1] === 'not'),
  );

/**
 * Returns the names that a declaration declares, each with its node.
 * @param {AstNode} declaration @returns {{ node: AstNode, name: string }[]}
 */
const namesIn = ({ id, declarations = [] }) =>
  [id, ...declarations.map((one) => one.id)].flatMap((node) =>
    node?.name === undefined ? [] : [{ node, name: node.name }],
  );
const TYPES = /^(?:Class|TSInterface|TSTypeAlias)/u;

/**
 * Refuses an exported name or file name that is a participle: it must name the thing that a
 * stranger would search for, not what happened to it. Migrations are exempt, since databases have
 * stored their names.
 */
const searchableNames = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {AstNode} node */
    Program(node) {
      const word = verbalIn(context.filename.split('/').at(-1) ?? '');
      if (word)
        context.report({ node, message: `What is it that was "${word}"? Name the file so.` });
    },
    /** Checks the names that a statement exports. @param {{ declaration?: AstNode | null }} node */
    ExportNamedDeclaration({ declaration }) {
      for (const { node, name } of declaration ? namesIn(declaration) : []) {
        const [only = '', ...others] = wordsOf(name);
        const isParticiple = others.length === 0 && (/[^e]ed$/u.test(only) || IRREGULAR.has(only));
        const word =
          verbalIn(name) ??
          (isParticiple && TYPES.test(declaration?.type ?? '') ? only : undefined);
        if (word) context.report({ node, message: `What is it that was "${word}"? Name it so.` });
      }
    },
  }),
};

export default {
  meta: { name: 'commonlab' },
  rules: {
    'no-native-date': noNativeDate,
    'named-people': namedPeople,
    'plain-sentences': plainSentences,
    'searchable-names': searchableNames,
  },
};
