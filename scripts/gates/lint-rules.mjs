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

export default { meta: { name: 'commonlab' }, rules: { 'no-native-date': noNativeDate } };
