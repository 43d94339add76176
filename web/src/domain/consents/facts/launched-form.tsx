import { useQuery } from '@tanstack/react-query';
import { type Consent, readConsent } from '../../../../../contracts/studies/consents';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { query } from '../../../lib/http/api';
import { ConsentFindings } from './consent-findings';

const textsOf = ({ kind, locale, body_markdown, translations }: Consent) =>
  kind === 'pdf' || body_markdown === null ? 'pdf' : [{ locale, body_markdown }, ...translations];

/**
 * Compares the consent form in force with the study and with the session that is being launched.
 */
export function ConsentFindingsAtLaunch({
  study,
  session,
  onLeave,
}: {
  study: Study;
  session: Session;
  onLeave: () => void;
}) {
  const { data, error } = useQuery({
    ...query(readConsent, { params: { id: study._id } }),
    // The form is always fetched again, since a colleague may have published a new version a moment
    // ago.
    staleTime: 0,
  });
  if (!data && !error) return null;
  return (
    <ConsentFindings
      study={study}
      session={session}
      form={data ? textsOf(data) : 'unread'}
      onLeave={onLeave}
    />
  );
}
