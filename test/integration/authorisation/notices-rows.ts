import * as notices from '../../../contracts/notices/notices';
import { row, type Row } from './row';

export const noticesRows: readonly Row[] = [
  row(notices.readNoticePreferences, 200),
  row(notices.changeNoticePreferences, 200, { body: { wanted: { reminder: false } } }),
  row(notices.unsubscribe, 'not_found', { body: { token: 'made-up' } }, 'with a made-up token'),
];
