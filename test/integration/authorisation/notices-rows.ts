import * as notices from '../../../contracts/notices/notices';
import { row, type AuthorisationRow } from './row';

export const noticesMatrixRows: readonly AuthorisationRow[] = [
  row(notices.readNoticePreferences, 200),
  row(notices.changeNoticePreferences, 200, { body: { wanted: { reminder: false } } }),
  row(notices.unsubscribe, 'not_found', { body: { token: 'made-up' } }, 'with a made-up token'),
];
