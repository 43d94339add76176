import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import { reasonKinds } from '../../../../contracts/study-files/study-findings';
import { t } from '../texts';

/** The hosts that the study connects to; for code of the researchers, they cannot be known. */
export function reaches({ hosts, own_code: ownCode }: HostedRuntime): string {
  if (hosts.length > 0) return t('runner:hosts', { hosts: hosts.join(', ') });
  return t(ownCode === false ? 'runner:no_hosts' : 'runner:code_hosts');
}

/** What the study's code reads of a browser, or may connect to, with the researchers' reasons. */
export const reasonsOf = ({ reasons = {} }: HostedRuntime): string[] =>
  reasonKinds.flatMap((kind) => {
    const reason = reasons[kind];
    return reason === undefined ? [] : [t(`runner:reason_${kind}`, { reason })];
  });
