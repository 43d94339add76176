/*
 * The names that studies can use in JATOS: those of jatos.js 3.10.4, and those that it reads from
 * its server when it begins. The tests compare them with the names of our script.
 */
const ofJatos = `
abortStudy abortStudyAjax abortStudyAndRedirect abortStudyWithoutRedirect addAbortButton addJatosIds
appendResultData batchId batchInput batchJsonInput batchProperties batchSession batchSessionVersioning
catchAndLogErrors channelClosedCheckInterval channelHeartbeatInterval channelHeartbeatTimeoutTime
channelOpeningBackoffTimeMax channelOpeningBackoffTimeMin channelSendingTimeoutTime componentId componentInput
componentJsonInput componentList componentPos componentProperties componentResultId downloadResultFile endStudy
endStudyAjax endStudyAndRedirect endStudyWithoutRedirect frameId getHttpLoopCounter groupChannels groupMemberId
groupMembers groupResultId groupSession groupSessionVersioning hasJoinedGroup hasOpenGroupChannel httpRetry
httpRetryWait httpTimeout isConnected isGroupOpen isMaxActiveMemberOpen isMaxActiveMemberReached jQuery joinGroup
leaveGroup log logError onBatchSession onConnected onDisconnected onError onLoad onload reassignGroup
removeOverlay removeOverlays sendGroupMsg sendGroupMsgTo setGroupFixed setHeartbeatPeriod setStudySessionData
showBeforeUnloadWarning showOverlay startComponent startComponentByPos startComponentByTitle startLastComponent
startNextComponent studyCode studyId studyInput studyJsonInput studyLength studyProperties studyResultId
studyResultUuid studySessionData submitResultData uploadResultFile urlBasePath urlQueryParameters version
waitSendDataOverlayConfig workerId workerType
`
  .trim()
  .split(/\s+/);
const ofSession =
  'add clear copy defined find get getAll move remove replace set setAll test'.split(' ');

/** Two of JATOS' names are missing on purpose, since both are addresses on JATOS' own server. */
const without = ['frameId', 'urlBasePath'];
/** Names from earlier versions of JATOS that studies still use. */
const older = [
  'appendLargeResultData',
  'componentPos',
  'endComponent',
  'loaded',
  'onEndStudy',
  'startComponentByUuid',
];

type Jatos = Record<string, unknown>;
let jatos: Jatos;

beforeAll(async () => {
  globalThis.fetch = () => Promise.resolve({ status: 404, ok: false } as Response);
  await import('./jatos');
  ({ jatos } = window as unknown as { jatos: Jatos });
  await (jatos.loaded as () => Promise<unknown>)();
});

describe('the names of jatos.js', () => {
  it('are those of JATOS, except the ones that are left out on purpose', () => {
    expect(ofJatos.filter((name) => !(name in jatos))).toEqual(without);
    const more = Object.keys(jatos).filter((name) => !ofJatos.includes(name));
    expect(more.filter((name) => !older.includes(name) && !/^startComponent/.test(name))).toEqual(
      [],
    );
    expect(older.filter((name) => !(name in jatos))).toEqual([]);
  });

  it.each(['batchSession', 'groupSession'])('of %s equal those of JATOS', (session) => {
    expect(Object.keys(jatos[session] as object).sort()).toEqual(ofSession);
  });

  it.each(['onLoad', 'onload'])('include %s, called once the study may begin', async (name) => {
    const called = await new Promise((resolve) => {
      (jatos[name] as (handler: () => void) => void)(() => resolve(name));
    });
    expect(called).toBe(name);
  });

  it('accepts a handler that is assigned to jatos.onload', async () => {
    await new Promise<void>((resolve) => (jatos.onload = resolve));
  });

  it('are functions where they are functions in JATOS', () => {
    const values = ofJatos.filter((name) => typeof jatos[name] !== 'function');
    expect(
      values.filter((name) => /^(on|is|has|start|end|abort|send|set|get)[A-Z]/.test(name)),
    ).toEqual([]);
  });
});
