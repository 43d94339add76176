import * as contract from '../../contracts/api-tokens/api-tokens';
import { apiTokensErrors } from '../../contracts/api-tokens/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { defineContext, endpointsOf } from '../platform/context/context';
import { apiTokenPolicies } from './api-token.policy';
import { apiTokensEvents } from './api-tokens.events';
import { apiTokensRateLimits } from './api-tokens.rate-limits';
import { ApiTokensModule } from './api-tokens.module';
import { apiTokensTexts } from './api-tokens-texts';
import { apiTokensMails } from './mails/token-created.mail';

/** This context manages API tokens. What a token may do is decided in server/access/api-tokens. */
export const apiTokens = defineContext({
  name: 'api-tokens',
  about: 'API tokens of researchers, for their own programs: made, listed, ended.',
  texts: [apiTokensTexts],
  errors: declareErrors(apiTokensErrors, (code, values) =>
    apiTokensTexts.sentence(`error.${code}`, values),
  ),
  modules: [ApiTokensModule],
  controllers: async () => [(await import('./api-tokens.controller.js')).ApiTokensController],
  endpoints: endpointsOf(contract),
  events: apiTokensEvents,
  policies: apiTokenPolicies,
  mails: [apiTokensMails],
  limits: Object.values(apiTokensRateLimits),
});
