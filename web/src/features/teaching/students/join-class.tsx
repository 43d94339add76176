import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewJoin } from '../../../../../contracts/teaching/joining';
import type { User } from '../../../lib/auth/user';
import { call } from '../../../lib/http/api';
import { LoadingForm } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { JoinForm } from './join-form';
import { JoinRefusalNotice } from './join-refused';

/** Shows the class to which a code belongs. The student reads about it, and joins by a button. */
export function JoinClass({ code, user }: { code: string; user: User }) {
  const { t } = useTranslation('join');
  const { data, error, refetch } = useQuery({
    // The key contains the account's state: the class is read again once the email address is
    // verified.
    queryKey: [previewJoin.path, code, user._id, user.status],
    queryFn: () => call(previewJoin, { body: { code } }),
    retry: false,
    staleTime: 60_000,
  });
  if (data) return <JoinForm code={code} preview={data} user={user} />;
  if (error) return <JoinRefusalNotice error={error} user={user} onRetry={() => void refetch()} />;
  return (
    <Page title={t('title')} size="sm">
      <LoadingForm fields={[120, 44]} />
    </Page>
  );
}
