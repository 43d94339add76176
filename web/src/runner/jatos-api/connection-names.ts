/*
 * Names of JATOS' script that are about its connection to JATOS' server, or about groups. Studies read and set
 * the numbers, and ask the questions; here the page around the study connects, and there are no groups.
 */

type Callback = (value?: unknown) => unknown;

/** As in JATOS 3.10: milliseconds, but for `httpRetry`. Whatever a study sets them to, nothing follows from it. */
const settings = {
  httpTimeout: 30_000,
  httpRetry: 5,
  httpRetryWait: 1_000,
  channelSendingTimeoutTime: 10_000,
  channelHeartbeatInterval: 10_000,
  channelHeartbeatTimeoutTime: 10_000,
  channelClosedCheckInterval: 2_000,
  channelOpeningBackoffTimeMin: 1_000,
  channelOpeningBackoffTimeMax: 120_000,
} as const;

const no = () => false;

export const connectionNames = (onLoad: (handler: Callback) => unknown) => ({
  ...settings,
  isConnected: () => true,
  /** The connection exists as soon as the study may begin; `onDisconnected` is never called. */
  onConnected: (handler: Callback) => void onLoad(handler),
  onDisconnected: () => undefined,
  setHeartbeatPeriod: () => undefined,
  getHttpLoopCounter: () => 0,
  batchSessionVersioning: true,
  groupSessionVersioning: true,
  groupMemberId: null,
  hasJoinedGroup: no,
  hasOpenGroupChannel: no,
  isGroupOpen: no,
  isMaxActiveMemberOpen: no,
  isMaxActiveMemberReached: no,
});
