// Rules of our own for lint, which reads them by its configuration (.oxlintrc.json).

const NATIVE = new Set(['date', 'datetime-local', 'month', 'week']);

/** A browser writes these in a form of its own; ui/dates has fields that are read alike everywhere. */
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
/** Quoted text does not count: code, a text between quotes, the name of a file. */
const CITED = /`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)|"[^"]*"|\S+\.(?:md|m?[jt]sx?)\b/gu;

/** A reader should not have to guess who is meant: the participant, the researcher, the server. */
const namedPeople = {
  /** @param {{ sourceCode: { getAllComments(): { value: string }[] }, report(fault: { node: unknown, message: string }): void }} context */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const [word] = VAGUE.exec(comment.value.replace(CITED, '')) ?? [];
        if (word) context.report({ node: comment, message: `Who is "${word}"? Name them.` });
      }
    },
  }),
};

export default {
  meta: { name: 'commonlab' },
  rules: { 'no-native-date': noNativeDate, 'named-people': namedPeople },
};
