import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import { findingsNeedingReason } from '../../../../contracts/study-files/study-findings';
import { t } from '../texts';

/**
 * The hosts that the study connects to. If the study contains code of its researchers, they cannot
 * be known for certain.
 */
export function reachedHostsText({ hosts, own_code: ownCode }: HostedRuntime): string {
  if (hosts.length > 0) return t('runner:hosts', { hosts: hosts.join(', ') });
  return t(ownCode === false ? 'runner:no_hosts' : 'runner:code_hosts');
}

/**
 * The reasons that the researchers gave for what the study's code reads of a browser or may connect
 * to.
 */
export const browserDataReasonsOf = ({ reasons = {} }: HostedRuntime): string[] =>
  findingsNeedingReason.flatMap((kind) => {
    const reason = reasons[kind];
    return reason === undefined ? [] : [t(`runner:reason_${kind}`, { reason })];
  });
