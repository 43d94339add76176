/**
 * Files that name texts by keys that are known only at run time, with the beginnings of these keys
 * and the reason. Each of these files checks that the text exists before it uses it.
 * @type {Record<string, { keys: string[], because: string }>}
 */
export const unresolvableTextKeys = {
  'web/src/features/administration/audit-line.tsx': {
    keys: ['administration:audit.detail.', 'administration:audit.value.'],
    because: 'a record of the log has whatever fields and values it was written with, years ago',
  },
  'web/src/features/administration/connection-test.tsx': {
    keys: ['administration:sso.test.'],
    because: 'the fault of a trial is a stored code of the server, perhaps of an earlier version',
  },
  'web/src/features/administration/connection-faults.tsx': {
    keys: ['administration:sso.test.'],
    because: 'the fault of a sign-on is a stored code of the server, perhaps of an earlier version',
  },
};

/** Files with words that must not be translated, and the reason. @type {Record<string, string>} */
export const filesExemptFromTranslation = {
  'web/src/runner/jatos-api/abort-button.ts':
    'the words of JATOS itself, which its studies and their participants know, in English there too',
};
