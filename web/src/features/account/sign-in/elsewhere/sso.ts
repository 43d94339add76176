import i18next from 'i18next';
import { readProfile } from '../../../../../../contracts/accounts/accounts';
import { linkIdentity } from '../../../../../../contracts/authentication/identities';
import {
  redeemSamlCode,
  readSamlRedirectUrl,
} from '../../../../../../contracts/authentication/saml';
import { ApiError, call } from '../../../../lib/http/api';
import { queryClient } from '../../../../lib/query-client';
import { profileQuery } from '../../../../lib/auth/user';
import { type ExternalSignInResult, storeSignIn } from '../sign-in';
import { storeSignInFlow, takeSignInFlow } from './stored-flow';
import { unknownFlowError } from './oidc';

interface Begin {
  purpose: 'sign-in' | 'link';
  fresh?: boolean;
  remember?: boolean;
  is_researcher?: boolean;
  invitation_code?: string;
}

/**
 * Redirects to the single sign-on of the organization that owns the address's domain.
 * @throws ApiError no_sso_for_domain
 */
export async function goToOrganization(
  email: string,
  { purpose, fresh = false, remember = false, is_researcher = false, invitation_code }: Begin,
) {
  const { redirect_url } = await call(readSamlRedirectUrl, {
    query: { user_email: email, ...(fresh && { fresh: 'true' }) },
  });
  storeSignInFlow({
    kind: 'sso',
    purpose,
    state: new URL(redirect_url, location.href).searchParams.get('RelayState'),
    email,
    remember,
    is_researcher,
    invitation_code,
  });
  location.assign(redirect_url);
}

const wordsOf = (code: string, about: string | null) => {
  if (code === 'invalid_flow') return about === 'start' ? 'sso_start_here' : 'not_begun';
  if (code === 'no_sso_for_domain') return 'sso_off';
  if (code === 'sign_in_not_fresh') return 'sso_not_fresh';
  return about === 'person' ? 'sso_person_refused' : 'sso_refused';
};

/**
 * Makes the error that the page shows after a failed single sign-on. The server sends the browser
 * to an address with an error code and a request id. Any website can link to this address with an
 * invented request id. So the page shows the id only if it has the form of the server's ids.
 */
function refusal(code: string, query: URLSearchParams): ApiError {
  const id = query.get('request_id') ?? '';
  return new ApiError(
    400,
    code,
    i18next.t(`account:arrival.${wordsOf(code, query.get('about'))}`),
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { requestId: id } : {},
  );
}

/**
 * Finishes a single sign-on.
 * @param search the query string with which the organization's sign-on sent the browser back
 */
export async function finishOrganizationSignIn(search: string): Promise<ExternalSignInResult> {
  const query = new URLSearchParams(search);
  const flow = takeSignInFlow('sso');
  const error = query.get('error');
  if (error) throw refusal(error, query);
  const saml_access_code = query.get('saml_access_code');
  if (!flow?.state || !saml_access_code || query.get('state') !== flow.state)
    throw unknownFlowError();
  const { token, token_issuer } = await call(redeemSamlCode, { query: { saml_access_code } });
  if (flow.purpose === 'link') {
    queryClient.setQueryData(
      profileQuery().queryKey,
      await call(linkIdentity, { body: { provider: 'ssoready', token } }),
    );
    return { kind: 'linked', provider: 'ssoready' };
  }
  try {
    const newcomer = flow.is_researcher
      ? { is_researcher: 'true', invitation_code: flow.invitation_code }
      : {};
    storeSignIn(
      await call(
        readProfile,
        { query: { token_issuer, remember: String(flow.remember), ...newcomer } },
        { headers: { authorization: `Bearer ${token}` } },
      ),
    );
    return { kind: 'entered' };
  } catch (refused) {
    if (refused instanceof ApiError && refused.code === 'identity_proof_needed')
      return { kind: 'proof', provider: 'ssoready', email: flow.email, token };
    throw refused;
  }
}
