import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../contracts/live';
import type { Person } from '../access/person';

interface Data {
  person: Person | null;
  token: string | null;
}

/** Socket.IO with the contract's messages, and the person of each socket. */
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, Data>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, Data>;
