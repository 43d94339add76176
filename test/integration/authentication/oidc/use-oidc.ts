import type { RunningApp } from '../../../support/app/app';
import { accountRequestsOf } from '../../accounts/account-requests';
import { identityRequestsOf } from './linking';
import {
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from './oidc-people';

interface Opened {
  readonly running: RunningApp;
  readonly oidc: ReturnType<typeof oidcRequestsOf>;
  readonly linking: ReturnType<typeof identityRequestsOf>;
  readonly people: ReturnType<typeof accountRequestsOf>;
}

const there = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('asked for before the tests begin');
  return value;
};

/** Starts three real issuers and an application that uses them, for all tests of a file. */
export function setUpOidcIssuers(): Opened & { readonly issuers: OidcIssuers } {
  let issuers: OidcIssuers | undefined;
  let opened: Opened | undefined;
  beforeAll(async () => {
    issuers = await startOidcIssuers();
    const running = await startAppWithOidcIssuers(issuers);
    const [oidc, linking] = [
      oidcRequestsOf(running, issuers),
      identityRequestsOf(running, issuers),
    ];
    opened = { running, oidc, linking, people: accountRequestsOf(running) };
  });
  afterAll(async () => {
    await opened?.running.close();
    await issuers?.close();
  });
  return {
    get issuers() {
      return there(issuers);
    },
    get running() {
      return there(opened).running;
    },
    get oidc() {
      return there(opened).oidc;
    },
    get linking() {
      return there(opened).linking;
    },
    get people() {
      return there(opened).people;
    },
  };
}
