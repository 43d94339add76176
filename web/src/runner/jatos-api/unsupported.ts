import type { Thenable } from './deferred';

/*
 * JATOS' functions for groups that interact in real time, which are not supported here. The check of a version reports their use before a
 * participant takes part; a study that calls them anyway is refused as JATOS refuses: by a promise that fails.
 */

const asked = [
  ...['joinGroup', 'leaveGroup', 'reassignGroup', 'setGroupFixed'],
  ...['sendGroupMsg', 'sendGroupMsgTo'],
] as const;
const changes = [
  ...['add', 'set', 'setAll', 'remove', 'clear', 'replace', 'copy', 'move', 'test'],
] as const;

export function unsupported(refuse: (what: string) => Thenable): Record<string, unknown> {
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
