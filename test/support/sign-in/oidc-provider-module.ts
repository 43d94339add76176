let loaded: Promise<typeof import('oidc-provider')> | undefined;

/**
 * Loads oidc-provider and suppresses its console warning about Node.js before 22, for which the
 * library has no option. Other warnings stay.
 */
export function loadOidcProvider(): Promise<typeof import('oidc-provider')> {
  return (loaded ??= load());
}

async function load() {
  const { console: spoken } = globalThis;
  const { warn } = spoken;
  spoken.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn.apply(spoken, words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    spoken.warn = warn;
  }
}
