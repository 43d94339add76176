import * as apiTokens from '../../../contracts/api-tokens/api-tokens';
import type { MatrixCellFixtures } from './personas';
import { row, type AuthorisationRow } from './row';

/**
 * Policy `api-token.own`: pending and failed researchers request their own token, all others the
 * approved researcher's, which they cannot find.
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
