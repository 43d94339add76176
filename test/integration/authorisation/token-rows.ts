import * as apiTokens from '../../../contracts/api-tokens/api-tokens';
import type { MatrixCellFixtures } from './personas';
import { row, type AuthorisationRow } from './row';

/**
 * The policy `api-token.own`. Pending and failed researchers request a token of their own. All
 * others request a token of the approved researcher, which only this researcher can find.
 */
export const tokenMatrixRows: readonly AuthorisationRow[] = [
  row(apiTokens.listApiTokens, 200),
  row(
    apiTokens.makeApiToken,
    { researchers: 201 },
    { body: { name: 'R script', scopes: ['read'], days: 30 } },
  ),
  row(
    apiTokens.endApiToken,
    { pending: 204, failed: 204, approved: 204, 'everybody else': 'not_found' },
    async (scene: MatrixCellFixtures) => ({ params: { id: await scene.apiToken() } }),
  ),
];
