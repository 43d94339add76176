let loaded: Promise<typeof import('oidc-provider')> | undefined;

/**
 * On load, oidc-provider warns on the console about every Node.js before 22, and has no option
 * against that; only this warning is suppressed.
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
