import type { z } from 'zod';
import i18next from 'i18next';
import {
  finishOidc,
  type OidcProvider,
  type OidcStart,
  startOidc,
} from '../../../../../../contracts/authentication/identities';
import { ApiError, call } from '../../../../lib/http/api';
import { queryClient } from '../../../../lib/query-client';
import { profileQuery } from '../../../../lib/auth/user';
import { type ExternalSignInResult, storeSignIn } from '../sign-in';
import { storeSignInFlow, takeSignInFlow } from './stored-flow';

/** Redirects to the provider; this tab stores the values that the callback must match. */
export async function goToProvider(provider: OidcProvider, body: z.input<typeof OidcStart>) {
  const { redirect_url, flow_key } = await call(startOidc, { params: { provider }, body });
  storeSignInFlow({ kind: 'oidc', provider, purpose: body.purpose, flow_key });
  location.assign(redirect_url);
}

/**
 * Makes the error that the page shows if this tab did not begin the sign-in. The tab then lacks the
 * stored values without which it cannot finish the sign-in.
 */
export const unknownFlowError = () =>
  new ApiError(400, 'invalid_flow', i18next.t('account:arrival.not_begun'));

/**
 * Finishes a sign-in at a provider.
 * @param search the query string with which the provider sent the browser back
 */
export async function finishProviderSignIn(search: string): Promise<ExternalSignInResult> {
  const flow = takeSignInFlow('oidc');
  if (!flow || search.length < 2) throw unknownFlowError();
  const answer = await call(finishOidc, {
    params: { provider: flow.provider },
    body: { flow_key: flow.flow_key, query: search },
  });
  if (answer.outcome === 'proof_needed')
    return {
      kind: 'proof',
      provider: answer.provider,
      email: answer.email,
      token: answer.link_token,
    };
  if (answer.outcome === 'signed_in') {
    storeSignIn(answer.user);
    return { kind: 'entered' };
  }
  queryClient.setQueryData(profileQuery().queryKey, answer.user);
  return { kind: 'linked', provider: flow.provider };
}
