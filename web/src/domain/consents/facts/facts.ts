import { type Anonymity, anonymityOf } from '../../../../../contracts/studies/anonymity';
import type { Money } from '../../../../../contracts/base/fields';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { isPaidReward } from '../../../../../contracts/enrolment/payment.rule';
import type { PrivacyLevel, Study } from '../../../../../contracts/studies/studies';
import { type DeviceKind, admittedDevices } from '../../requirements/browser.rule';

export const recordingKinds = ['microphone', 'camera', 'speech_recognition'] as const;
export type RecordingKind = (typeof recordingKinds)[number];

/** The facts of a study that its consent form mentions as well, so that the two can be compared. */
export interface StudyFacts {
  minutes: number;
  /**
   * How many minutes people took to complete a session (the median), and how many people completed
   * it (at least five). Null if there is no median, or if the server reports it as implausible.
   */
  median: { minutes: number; people: number } | null;
  reward: Money | null;
  recordings: readonly RecordingKind[];
  /** The kinds of device that the study admits; empty if it admits all. */
  devices: readonly DeviceKind[];
  /** The hosts to which the study connects, except this server. */
  hosts: readonly string[];
  privacy: PrivacyLevel;
  anonymity: Anonymity;
  /** Whether the study's pages pass data on to the pages of other participants. */
  shares: boolean;
}

/**
 * Returns a list with the host of an address such as `https://host:8443`. The list is empty if the
 * address is invalid or belongs to the researcher's own computer.
 */
function hostOf(url: string): string[] {
  const filled = url.replaceAll(/\{[^{}]*\}/g, 'x');
  if (!URL.canParse(filled)) return [];
  const { hostname } = new URL(filled);
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? [] : [hostname];
}

const hostsOf = (runtime: Study['runtime']): string[] => {
  if (runtime?.kind === 'external') return hostOf(runtime.url);
  return isHostedRuntime(runtime) ? [...new Set(runtime.hosts.flatMap(hostOf))] : [];
};

/**
 * Collects the facts of a study.
 * @param session the session that is being launched; if given, its reward and privacy level are
 * used instead of the study's
 */
export function studyFactsOf(
  study: Study,
  median: StudyFacts['median'],
  session: { reward: Money | null; privacy_level: PrivacyLevel } = study,
): StudyFacts {
  const { runtime, requirements } = study;
  const needs = isHostedRuntime(runtime) ? runtime.needs : [];
  return {
    minutes: study.duration_minutes,
    median,
    reward: isPaidReward(session.reward) ? session.reward : null,
    recordings: recordingKinds.filter(
      (one) => requirements.includes(one) || needs.some((need) => need === one),
    ),
    devices: admittedDevices(requirements),
    hosts: hostsOf(runtime),
    privacy: session.privacy_level,
    anonymity: anonymityOf(runtime),
    shares: isHostedRuntime(runtime) && runtime.shares !== false,
  };
}
