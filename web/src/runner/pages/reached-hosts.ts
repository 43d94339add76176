import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import { findingsNeedingReason } from '../../../../contracts/study-files/study-findings';
import { t } from '../texts';

/**
 * Names the hosts that the study connects to. If the study contains code of its researchers, this
 * list may be incomplete.
 */
export function reachedHostsText({ hosts, own_code: ownCode }: HostedRuntime): string {
  if (hosts.length > 0) return t('runner:hosts', { hosts: hosts.join(', ') });
  return t(ownCode === false ? 'runner:no_hosts' : 'runner:code_hosts');
}

/**
 * Returns the researchers' reasons why the study's code reads data of the browser or may connect to
 * other hosts.
 */
export const browserDataReasonsOf = ({ reasons = {} }: HostedRuntime): string[] =>
  findingsNeedingReason.flatMap((kind) => {
    const reason = reasons[kind];
    return reason === undefined ? [] : [t(`runner:reason_${kind}`, { reason })];
  });
