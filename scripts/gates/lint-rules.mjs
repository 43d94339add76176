// The project's own lint rules, loaded by .oxlintrc.json.

/**
 * @typedef {{ type: 'Line' | 'Block', value: string, loc: { start: { line: number }, end: { line: number } } }} Comment
 * @typedef {{ type: string, name?: string, value?: unknown, callee?: AstNode, object?: AstNode, tag?: AstNode,
 *   property?: AstNode, quasis?: { value: { cooked: string } }[], id?: AstNode | null, declarations?: AstNode[] }} AstNode
 * @typedef {{ filename: string, sourceCode: { getAllComments(): Comment[] },
 *   report(fault: { node: unknown, message: string }): void }} Context
 */

const NATIVE = new Set(['date', 'datetime-local', 'month', 'week']);

/** Browsers display native date inputs in their own format; the fields of ui/dates look the same everywhere. */
const noNativeDate = {
  /** @param {{ report(fault: { node: unknown, message: string }): void }} context */
  create: (context) => ({
    /** @param {{ name: { name: unknown }, value: { value?: unknown } | null }} node */
    JSXAttribute(node) {
      if (node.name.name === 'type' && NATIVE.has(String(node.value?.value)))
        context.report({ node, message: 'Use DayField or MomentField of ui/dates.' });
    },
  }),
};

const VAGUE = /\b(any|every|no|some)(body|one)\b|\bno one\b|\bwhoever\b/iu;
/** Quoted text does not count: code, text between quotes, file names. */
const CITED = /`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)|"[^"]*"|\S+\.(?:md|m?[jt]sx?)\b/gu;

/**
 * Refuses nameless people: a reader should not have to guess who is meant, the participant, the researcher or the
 * server.
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

/** A passive verb without the person or part that acts, as in "the page is told". */
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) (?:(?:not|never|only|once|then|again|still|also|already) )?(?:told|asked|heard|said)\b/iu;
/** Rare words for "again". */
const AGAIN = /\banew\b|\bonce more\b/iu;
/** @param {string} text @returns {string | undefined} the words to refuse */
const habitIn = (text) => (PASSIVE.exec(text) ?? AGAIN.exec(text))?.[0];

/**
 * The texts of comments, with line comments of neighbouring lines as one text.
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
 * The text of a test's title; undefined for other calls.
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

/** A comment or the title of a test says who does what. */
const plainSentences = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const { node, text } of textsOf(context.sourceCode.getAllComments())) {
        const words = habitIn(text.replace(CITED, ''));
        if (words) context.report({ node, message: `Who does it? Say so instead of "${words}".` });
      }
    },
    /** @param {AstNode & { callee: AstNode, arguments: AstNode[] }} node */
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
/** Irregular participles, which do not end in "ed". */
const IRREGULAR = new Set(
  'bound brought built caught drawn given hidden known left lost read seen sent shown taken written'.split(
    ' ',
  ),
);
/** @param {string} name in any form @returns {string[]} its words in small letters */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .split(/[^A-Za-z0-9]+/u)
    .map((word) => word.toLowerCase());

/**
 * Finds a participle in a name; "not found" is allowed, since it is the term of HTTP.
 * @param {string} name
 * @returns {string | undefined}
 */
const verbalIn = (name) =>
  wordsOf(name).find(
    (word, n, all) => VERBAL.has(word) && !(word === 'found' && all[n - 1] === 'not'),
  );

/** @param {AstNode} declaration @returns {{ node: AstNode, name: string }[]} */
const namesIn = ({ id, declarations = [] }) =>
  [id, ...declarations.map((one) => one.id)].flatMap((node) =>
    node?.name === undefined ? [] : [{ node, name: node.name }],
  );
const TYPES = /^(?:Class|TSInterface|TSTypeAlias)/u;

/**
 * An exported name or the name of a file must say what a stranger would search for: the thing, not what happened to
 * it. Migrations keep their names, which databases have stored.
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
    /** @param {{ declaration?: AstNode | null }} node */
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
