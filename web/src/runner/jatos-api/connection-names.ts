/*
 * The functions and numbers of JATOS' script that concern the connection to JATOS' server, or
 * groups. Studies may call the functions, and read and set the numbers. On this platform, the page
 * around the study keeps the connection, and there are no groups.
 */

type Callback = (value?: unknown) => unknown;

/**
 * The defaults of JATOS 3.10, in milliseconds except for `httpRetry`. If a study sets other values,
 * nothing changes.
 */
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

export const connectionFunctions = (onLoad: (handler: Callback) => unknown) => ({
  ...settings,
  isConnected: () => true,
  /**
   * The connection already exists when the study begins, so `onConnected` is called at once;
   * `onDisconnected` is never called.
   */
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
