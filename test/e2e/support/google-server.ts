import { freePort } from '../../../scripts/lib/processes/ports.mjs';
import { startOidcProvider, type TestProvider } from '../../support/sign-in/oidc-provider';
import { type SeparateServer, startSeparateServer } from './own-server';

interface Google {
  /** The address of a server whose sign-in with Google leads to the test's provider. */
  readonly url: string;
  readonly provider: TestProvider;
}

/**
 * Starts a server and a provider that stands for Google, for one test file.
 * @param name the name of the server's log
 */
export function useServerWithGoogle(name: string): Google {
  const running: { server?: SeparateServer; provider?: TestProvider } = {};
  const started = <T>(one: T | undefined): T => {
    if (!one) throw new Error('The server has not started yet');
    return one;
  };
  beforeAll(async () => {
    // Before the server starts, the provider must know the address to which it returns people.
    const port = await freePort();
    const provider = await startOidcProvider({
      redirectUri: `http://127.0.0.1:${port}/signin/callback`,
    });
    running.provider = provider;
    running.server = await startSeparateServer(name, {
      port,
      env: {
        GOOGLE_CLIENT_ID: provider.clientId,
        GOOGLE_CLIENT_SECRET: provider.clientSecret,
        GOOGLE_ISSUER_URL: provider.issuer,
      },
    });
  });
  afterAll(() => Promise.all([running.server?.stop(), running.provider?.stop()]));
  return {
    get url() {
      return started(running.server).url;
    },
    get provider() {
      return started(running.provider);
    },
  };
}
