import type { Server, Socket } from 'socket.io';
import type {
  ClientToServerEvents,
  LiveMessages,
  LiveMessageName,
  ServerToClientEvents,
} from '../../contracts/live/live';
import type { Person } from '../access/person';
import type { SessionAvailability } from '../enrolment/sessions/session-availability.read';
import type { SocketOwner } from './limits/socket-counts';

interface Data {
  person: Person | null;
  token: string | null;
  place: SocketOwner;
}

interface RoomMessage {
  room: string;
  name: LiveMessageName;
  message: LiveMessages[LiveMessageName];
}
/**
 * What one process sends to the others: the new state of a session, or a message for the sockets of
 * one room.
 */
export type LiveUpdate = { tile: SessionAvailability } | RoomMessage;

/**
 * The messages that servers send to each other: a process that has read a change sends it to every
 * server.
 */
interface BetweenServers {
  told: (all: LiveUpdate[]) => void;
}

/** Socket.IO's server, typed with the messages of the contract and the person of each socket. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, BetweenServers, Data>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, BetweenServers, Data>;

/**
 * Sends a message to the sockets of this server only. The process that sent the message has checked
 * its name and shape.
 */
export function sendToRoom(server: LiveServer, { room, name, message }: RoomMessage): void {
  const sockets = server.local.to(room) as unknown as {
    emit: (name: LiveMessageName, message: unknown) => void;
  };
  sockets.emit(name, message);
}
