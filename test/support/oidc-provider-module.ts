let loaded: Promise<typeof import('oidc-provider')> | undefined;

/**
 * oidc-provider complains on the console of every Node.js before 22 as it is loaded, and has no
 * switch for that; of all else it may.
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
