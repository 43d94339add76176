import type { Session } from '../../../../contracts/enrolment/sessions';

/**
 * Whether cash may be confirmed by a signature on paper. That is possible only if the researchers
 * know or meet the participants (docs/domain.md, 4); otherwise the server refuses it.
 */
export const maySignForCash = ({
  privacy_level,
  runtime_kind,
}: Pick<Session, 'privacy_level' | 'runtime_kind'>): boolean =>
  privacy_level !== 'anonymous' || runtime_kind === 'onsite' || runtime_kind === 'video';
