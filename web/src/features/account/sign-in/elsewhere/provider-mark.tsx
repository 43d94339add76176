import { IconBuildingCommunity } from '../../../../ui/icons/building-community';
import type { IdentityProvider } from '../../../../../../contracts/authentication/identities';

const Google = () => (
  <>
    <path
      fill="#4285f4"
      d="M23.5 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.45a5.5 5.5 0 0 1-2.39 3.62v3h3.87c2.26-2.09 3.57-5.16 3.57-8.81Z"
    />
    <path
      fill="#34a853"
      d="M12 24c3.24 0 5.96-1.08 7.94-2.91l-3.87-3c-1.08.72-2.45 1.15-4.07 1.15-3.13 0-5.78-2.11-6.73-4.95H1.28v3.09A12 12 0 0 0 12 24Z"
    />
    <path
      fill="#fbbc05"
      d="M5.27 14.29a7.2 7.2 0 0 1 0-4.58V6.62H1.28a12 12 0 0 0 0 10.76l3.99-3.09Z"
    />
    <path
      fill="#ea4335"
      d="M12 4.76c1.77 0 3.35.61 4.6 1.8l3.42-3.42A11.5 11.5 0 0 0 12 0 12 12 0 0 0 1.28 6.62l3.99 3.09C6.22 6.87 8.87 4.76 12 4.76Z"
    />
  </>
);
const Microsoft = () => (
  <>
    <path fill="#f25022" d="M1 1h10.5v10.5H1z" />
    <path fill="#7fba00" d="M12.5 1H23v10.5H12.5z" />
    <path fill="#00a4ef" d="M1 12.5h10.5V23H1z" />
    <path fill="#ffb900" d="M12.5 12.5H23V23H12.5z" />
  </>
);
const Orcid = () => (
  <>
    <circle cx="12" cy="12" r="12" fill="#a6ce39" />
    <path
      fill="#fff"
      d="M6.3 8.2h1.5v9H6.3zM7.05 4.9a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z
      M9.9 8.2h3.9c3.7 0 5.3 2.6 5.3 4.5 0 2.3-1.8 4.5-5.3 4.5H9.9v-9Zm1.5 1.3v6.4h2.3c2.9 0 3.8-1.9 3.8-3.2 0-1.9-1.2-3.2-3.8-3.2h-2.3Z"
    />
  </>
);
const marks = { google: Google, microsoft: Microsoft, orcid: Orcid };

/** The providers' logos, drawn here, so that nothing is fetched from another server. */
export function ProviderLogo({
  provider,
  size = 20,
}: {
  provider: IdentityProvider;
  size?: number;
}) {
  if (provider === 'ssoready')
    return <IconBuildingCommunity size={size} stroke={1.8} aria-hidden />;
  const Mark = marks[provider];
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
      <Mark />
    </svg>
  );
}
