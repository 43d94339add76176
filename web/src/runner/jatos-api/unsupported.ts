import type { Thenable } from './deferred';

/*
 * JATOS' functions for groups that interact in real time. This platform does not support them, and
 * the check of a study's version reports their use before any participant takes part. If a study
 * still calls one, it gets a rejected promise, as in JATOS.
 */

const asked = [
  ...['joinGroup', 'leaveGroup', 'reassignGroup', 'setGroupFixed'],
  ...['sendGroupMsg', 'sendGroupMsgTo'],
] as const;
const changes = [
  ...['add', 'set', 'setAll', 'remove', 'clear', 'replace', 'copy', 'move', 'test'],
] as const;

export function unsupportedFunctions(refuse: (what: string) => Thenable): Record<string, unknown> {
  const groupSession = {
    ...Object.fromEntries(changes.map((one) => [one, () => refuse(`jatos.groupSession.${one}`)])),
    get: () => undefined,
    find: () => undefined,
    getAll: () => ({}),
    defined: () => false,
  };
  return {
    ...Object.fromEntries(asked.map((one) => [one, () => refuse(`jatos.${one}`)])),
    groupSession,
    groupMembers: [],
    groupChannels: [],
  };
}
